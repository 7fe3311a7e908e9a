"""The languages of robot makers by name: the shipped ones, and those of the user's own files.

A new shipped one is an entry in LANGUAGES; how users add theirs says `scenes.makers.own.own_files`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from language.foreign.kawasaki.as_words import AS_WORDS
from language.foreign.reading import Reading
from scenes.errors import SceneError
from scenes.makers.fanuc.ls_names import ls_name
from scenes.makers.fanuc.ls_reader import read_ls_with
from scenes.makers.fanuc.ls_words import LS_WORDS
from scenes.makers.fanuc.ls_writer import ls_files, ls_sayable, ls_text
from scenes.makers.fanuc.translation.ls_translation import ls_translated
from scenes.makers.kawasaki.as_orders import read_as_orders
from scenes.makers.kawasaki.as_translation import as_translated, vplus_translated
from scenes.makers.kawasaki.as_writer import as_text
from scenes.makers.kawasaki.vplus_writer import vplus_text
from scenes.makers.krl.krl_reader import read_krl
from scenes.makers.krl.krl_translation import krl_translated
from scenes.makers.krl.krl_words import KRL_WORDS
from scenes.makers.krl.krl_writer import krl_text
from scenes.makers.own.own_files import own_folder, own_keys, own_value
from scenes.makers.rapid.rapid_reader import read_rapid
from scenes.makers.rapid.rapid_words import RAPID_WORDS
from scenes.makers.rapid.rapid_writer import rapid_text
from scenes.makers.rapid.translation.rapid_translation import rapid_translated
from scenes.makers.staubli.translation.val3_translation import val3_translated
from scenes.makers.staubli.val3_names import val3_name
from scenes.makers.staubli.val3_reader import read_val3
from scenes.makers.staubli.val3_words import VAL3_WORDS
from scenes.makers.staubli.val3_writer import val3_files, val3_sayable, val3_text
from scenes.makers.urscript.translation.script_translation import urscript_translated
from scenes.makers.urscript.urscript_reader import read_urscript
from scenes.makers.urscript.urscript_words import URSCRIPT_WORDS
from scenes.makers.urscript.urscript_writer import urscript_text
from scenes.makers.writing.calls import with_calls
from scenes.makers.writing.turns import with_turns
from scenes.makers.writing.unrolled import Orders
from scenes.makers.yaskawa.jbi_names import jbi_name
from scenes.makers.yaskawa.jbi_reader import read_jbi_with
from scenes.makers.yaskawa.jbi_words import JBI_WORDS
from scenes.makers.yaskawa.jbi_writer import jbi_files, jbi_sayable, jbi_text
from scenes.makers.yaskawa.translation.jbi_translation import jbi_translated
from scenes.world.robot import Controller, Robot

Write = Callable[[Orders, Robot, Controller, str], str]
Read = Callable[[str, Robot, Controller], Orders]
# Names and texts of the files beside a program, and the orders of a program with such files.
WriteBeside = Callable[[Orders, Robot, Controller, str], tuple[tuple[str, str], ...]]
ReadWith = Callable[[str, Sequence[tuple[str, str]], Robot, Controller], Orders]
# From a text, and the names and texts of files that give it values.
Translate = Callable[[str, Sequence[tuple[str, str]], Robot, Controller], Reading]
# The same for an arm whose file may say nothing of a controller.
TranslateAny = Callable[[str, Sequence[tuple[str, str]], Robot, Controller | None], Reading]


# Of files of a controller that gives each kind of value a file of its own.
AS_SUFFIXES = (".as", ".lc", ".rv", ".au", ".sy", ".pg")


def _no_files(stem: str) -> tuple[str, ...]:
    return ()


def _as_they_are(orders: Orders) -> Orders:
    return orders


def _no_name(stem: str) -> str:
    return ""


@dataclass(frozen=True)
class MakerLanguage:
    """A language of a maker.

    title: For people. suffix, encoding: Of its files. write: The text of orders for an arm, under
    the name of a program. read: The orders of a text; None where it cannot be read back and
    compared. translate: A program of any author in our
    language; None where only our own are read back. suffixes: Of the files that it reads, in small
    letters. remark, words: What begins a remark, and the words that are coloured. is_numbered:
    Whether lines of code begin with a number and a colon. beside: From the
    stem of a file's name the names of files that give values to it. translate_any: As translate,
    where it may be done without what the robot file says of the controller. common: The folder of a
    backup, beside or above a program, with files of values for all its programs. sayable: Orders
    in the steps in which the language gives times and speeds. named: The name of a program that
    controllers know by its name, "" where they know it by its file. counts_as: The language for
    which a robot file says how its controller counts, where that is another one: `krl` for a house
    style of KRL. keeps_turns: Whether `write` and `read` know loops (Turns); else each motion in a
    loop is written as often as it is driven. keeps_calls: Whether `write` and `read` know called
    programs (Call); else their orders stand in the place of each call. percents: Whether motions of
    all joints have speeds in percent, which say the same wherever they begin. write_beside: The
    other files of a program, as those of the programs that it calls; they lie in its folder.
    read_with: As read and in place of it, of a program with such files. has_folder: Whether each
    program has a folder of its own, with its name. reads_coupled: Whether `translate` knows
    controllers that add axis 2 to what they show of axis 3.
    """

    title: str
    suffix: str
    encoding: str
    write: Write
    read: Read | None = None
    translate: Translate | None = None
    suffixes: tuple[str, ...] = ()
    beside: Callable[[str], tuple[str, ...]] = _no_files
    remark: str = ";"
    is_numbered: bool = False
    words: frozenset[str] = frozenset()
    translate_any: TranslateAny | None = None
    common: str = ""
    sayable: Callable[[Orders], Orders] = _as_they_are
    named: Callable[[str], str] = _no_name
    counts_as: str = ""
    keeps_turns: bool = False
    keeps_calls: bool = False
    percents: bool = False
    write_beside: WriteBeside | None = None
    read_with: ReadWith | None = None
    reads_coupled: bool = True
    has_folder: bool = False

    def read_back(
        self, text: str, files: Sequence[tuple[str, str]], robot: Robot, controller: Controller
    ) -> Orders | None:
        """The orders of a program that was written; None where it cannot be read back."""
        if self.read_with is not None:
            return self.read_with(text, files, robot, controller)
        return None if self.read is None else self.read(text, robot, controller)

    def place(self, folder: Path, stem: str) -> Path:
        """The file of a program in a folder, or in the folder there that it has of its own."""
        if not self.has_folder:
            return folder / f"{stem}{self.suffix}"
        name = self.named(stem)
        return folder / name / f"{name}{self.suffix}"

    def said(self, orders: Orders) -> Orders:
        """The orders as this language says them: with the calls and loops it has, in its steps."""
        called = with_calls(orders, self.percents) if self.keeps_calls else orders
        return self.sayable(with_turns(called) if self.keeps_turns else called)

    @property
    def reads(self) -> bool:
        """Whether programs of any author are read."""
        return self.translate is not None or self.translate_any is not None

    def reading(
        self, text: str, data: Sequence[tuple[str, str]], robot: Robot, language: str
    ) -> Reading:
        """A program of any author for an arm. language: The key of this language.

        Raises SceneError where the robot file does not say how such a controller counts, and the
        language is not read without that, and where it counts in a way that is not read.
        """
        known = robot.controller
        fits = known is not None and known.language == (self.counts_as or language)
        if fits and known is not None and known.is_coupled and not self.reads_coupled:
            told = "its controller adds axis 2 to what it shows of axis 3"
            raise SceneError(f"{robot.title}: {told}: programs of {self.title} are not read for it")
        if self.translate_any is not None:
            return self.translate_any(text, data, robot, known if fits else None)
        assert self.translate is not None
        return self.translate(text, data, robot, controller_of(robot, language))


LANGUAGES: Mapping[str, MakerLanguage] = MappingProxyType(
    {
        "krl": MakerLanguage(
            "KUKA KRL",
            ".src",
            "cp1252",
            krl_text,
            read_krl,
            krl_translated,
            (".src", ".sub"),
            lambda stem: ("$config.dat", f"{stem}.dat"),
            words=KRL_WORDS,
            keeps_turns=True,
            keeps_calls=True,
            percents=True,
            common="System",
        ),
        "rapid": MakerLanguage(
            "ABB RAPID",
            ".mod",
            "latin-1",
            rapid_text,
            read_rapid,
            rapid_translated,
            (".mod", ".modx", ".prg", ".sys", ".sysx"),
            lambda stem: ("*.sys", "*.sysx", "*.mod", "*.modx"),
            remark="!",
            words=RAPID_WORDS,
            keeps_turns=True,
            keeps_calls=True,
        ),
        "urscript": MakerLanguage(
            "URScript",
            ".script",
            "ascii",
            urscript_text,
            read_urscript,
            urscript_translated,
            (".script", ".urscript"),
            remark="#",
            words=URSCRIPT_WORDS,
            reads_coupled=False,
            keeps_turns=True,
            keeps_calls=True,
        ),
        "ls": MakerLanguage(
            "FANUC LS",
            ".ls",
            "ascii",
            ls_text,
            translate=ls_translated,
            suffixes=(".ls",),
            beside=lambda stem: (
                "numreg.va",
                "posreg.va",
                "sysframe.va",
                "framevar.va",
                "frame.dg",
                "*.ls",
            ),
            remark="!",
            is_numbered=True,
            words=LS_WORDS,
            sayable=ls_sayable,
            named=ls_name,
            keeps_turns=True,
            keeps_calls=True,
            percents=True,
            write_beside=ls_files,
            read_with=read_ls_with,
        ),
        "jbi": MakerLanguage(
            "Yaskawa INFORM",
            ".jbi",
            "ascii",
            jbi_text,
            translate=jbi_translated,
            suffixes=(".jbi",),
            beside=lambda stem: ("tool.cnd", "uframe.cnd", "*.jbi"),
            remark="'",
            words=JBI_WORDS,
            sayable=jbi_sayable,
            named=jbi_name,
            keeps_turns=True,
            keeps_calls=True,
            percents=True,
            write_beside=jbi_files,
            read_with=read_jbi_with,
        ),
        "as": MakerLanguage(
            "Kawasaki AS",
            ".as",
            "ascii",
            as_text,
            read_as_orders,
            translate_any=as_translated,
            suffixes=(".as", ".pg"),
            beside=lambda stem: tuple(f"*{suffix}" for suffix in AS_SUFFIXES),
            words=AS_WORDS,
            reads_coupled=False,
            keeps_turns=True,
            keeps_calls=True,
            percents=True,
        ),
        "vplus": MakerLanguage(
            "V+",
            ".v2",
            "ascii",
            vplus_text,
            read_as_orders,
            translate_any=vplus_translated,
            suffixes=(".v2",),
            words=AS_WORDS,
            reads_coupled=False,
            keeps_turns=True,
            keeps_calls=True,
            percents=True,
        ),
        "val3": MakerLanguage(
            "Staubli VAL3",
            ".pgx",
            "utf-8",
            val3_text,
            translate=val3_translated,
            suffixes=(".pgx",),
            beside=lambda stem: ("*.pjx", "*.dtx", "*.pgx"),
            remark="//",
            words=VAL3_WORDS,
            sayable=val3_sayable,
            named=val3_name,
            keeps_turns=True,
            keeps_calls=True,
            percents=True,
            write_beside=val3_files,
            read_with=read_val3,
            has_folder=True,
        ),
    }
)


def maker_of(key: str) -> MakerLanguage:
    """A language by its key: a shipped one, or one of the user's own.

    Raises SceneError for a key without a language, and where the user's own file has a fault.
    """
    if key in LANGUAGES:
        return LANGUAGES[key]
    if key not in own_keys():
        known = ", ".join([*LANGUAGES, *own_keys()])
        raise SceneError(f"no language of a maker is called {key}; these are: {known}")
    found = own_value(key)
    if not isinstance(found, MakerLanguage):
        what = type(found).__name__
        raise SceneError(f"{own_folder() / key}.py: MAKER is a MakerLanguage, not a {what}")
    if found.counts_as and found.counts_as not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise SceneError(
            f"{own_folder() / key}.py: counts_as is one of {known}, not {found.counts_as!r}"
        )
    return found


def usable() -> dict[str, MakerLanguage]:
    """The shipped languages, and those of the user's own whose files have no fault."""
    found = dict(LANGUAGES)
    for key in own_keys():
        with suppress(SceneError):
            found[key] = maker_of(key)
    return found


def own_faults() -> list[str]:
    """Why files of the user's own add no language, in words."""
    found = []
    for key in own_keys():
        try:
            maker_of(key)
        except SceneError as fault:
            found.append(str(fault))
        if key in LANGUAGES:
            found.append(f"{own_folder() / key}.py: {key} is a shipped language: rename the file")
    return found


def styles_of(language: str) -> list[str]:
    """The languages in which a program can be written for a controller of one: itself first."""
    others = [key for key, maker in usable().items() if maker.counts_as == language]
    return [language, *others]


def controller_of(robot: Robot, language: str | None) -> Controller:
    """How the controller of an arm counts, for a language by its key, or for its own (None).

    Raises SceneError where that is not known.

    It is never assumed: a joint that turns the other way would drive into what the program avoids.
    """
    known = robot.controller
    where = robot.path.name if robot.path is not None else robot.title
    if known is None:
        raise SceneError(
            f"{where} does not say how its controller counts joints and frames: add `controller:` "
            "with the language, the signs and zeros of its joints, and their source"
        )
    asked = None if language is None else maker_of(language).counts_as or language
    if asked is not None and known.language != asked:
        raise SceneError(f"{where}: its controller reads {known.language}, not {asked}")
    if known.language not in LANGUAGES and known.language not in own_keys():
        names = " and ".join([*LANGUAGES, *own_keys()])
        raise SceneError(f"{where}: {known.language} cannot be written; {names} can")
    return known
