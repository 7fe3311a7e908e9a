"""Lines of URScript that open or close blocks, declare names, jump, call and fail."""

SCRIPT = r"""
  end
  if count > 3:
  elif count == 2:
  else:
  while True:
    break
  def other(n):
    return 2*n
  count = other(3)
  other(4)
  thread beside():
  run beside()
  global spare = 3
  spare = spare + 1
  local k = [1,2,3]
  k[1] = count
  p1 = p[-0.4,0.1,0.3,0,3.14,0]
  movel(p1, a=1.2, v=0.1)
  movel(pose_trans(p1, p[0,0,0.05,0,0,0]), v=0.1)
  movej(p1)
  movel(p[-0.4,0.1,0.3,0,3.14,0], r=0.01)
  set_tcp(p[0,0,0.1,0,0,0])
  set_standard_digital_out(3, True)
  if get_standard_digital_in(3):
  sleep(0.5)
  textmsg("a", count)
  blink(2)
  # remark
$ 3 "Waypoint_1"
  sync()
  halt
  run_it()
  def run_it():
  def weld():
  thread weld():
  end end
  if True: sleep(1) end
  def one(): sleep(1) end
  def two(a, b=3): return a*b end
  x = two(3); y = two(4, b=5)
  movej([0,
   1,2,3,4,5], a=1)
  global q = [0,-1.5,1.5,0,
  q[2] = 0.3
  q = [1,2,3,4,5,6]
  movej(q, v=1)
  movej(q, t=2)
  movel(p1, t=3)
  movej(get_inverse_kin(p1, q))
  i = "a"
  i = p1
  count = [1,2]
  count = True
  local s = struct(a=1, b=p1)
  s.a = 3
  textmsg("x", s.a)
  set_tcp(p[0,0,0.2,0,0,0])
  set_tcp(p1)
  set_configurable_digital_out(1, i > 2)
  while get_digital_in(2) == False:
  while not get_digital_in(count):
  continue
  return p1
  z = z + 1 if
  if count > 1 and
     i < 3:
  thread move():
  run move()
  h = run move()
  p1[2] = p1[2] + 0.1
  movel(pose_add(p1, p[0,0,0.1,0,0,0]))
  movec(p1, pose_trans(p1, p[0,0,0.1,0,0,0]), v=0.2, r=0.01)
  j = get_actual_joint_positions()
  movej(j)
  w = get_actual_tcp_pose()
  w[3] = 0.2
  n = norm([1,i,2])
  kount = 3
  kount = p1
  global kount = [1,2]
  textmsg("k", kount)
  movel(kount)
  kount[1] = count
  def counts(kount):
  whie i < 4:
  if count > 1):
  eli f count > 1:
  sleep(0.1):
  m = floor(count / 3)
  end; end
  p1 = pose_trans(p[0.1,0.2,0.3,0,0,0], p[0,0,i,0,0,0])
  elif
  else: sleep(1)
  pi = 3
  movel = 3
  two(1,2,3)
  x = weld()
  while 1:
  e[0] = 3
"""
