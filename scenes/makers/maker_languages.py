"""The languages of robot makers by name; a new one is an entry in LANGUAGES."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from language.foreign.kawasaki.as_words import AS_WORDS
from language.foreign.reading import Reading
from scenes.errors import SceneError
from scenes.makers.comparison import Deviation, deviation
from scenes.makers.fanuc.ls_names import ls_name
from scenes.makers.fanuc.ls_reader import read_ls
from scenes.makers.fanuc.ls_words import LS_WORDS
from scenes.makers.fanuc.ls_writer import ls_sayable, ls_text
from scenes.makers.fanuc.translation.ls_translation import ls_translated
from scenes.makers.kawasaki.as_orders import read_as_orders
from scenes.makers.kawasaki.as_translation import as_translated, vplus_translated
from scenes.makers.kawasaki.as_writer import as_text
from scenes.makers.kawasaki.vplus_writer import vplus_text
from scenes.makers.krl.krl_reader import read_krl
from scenes.makers.krl.krl_translation import krl_translated
from scenes.makers.krl.krl_words import KRL_WORDS
from scenes.makers.krl.krl_writer import krl_text
from scenes.makers.rapid.rapid_reader import read_rapid
from scenes.makers.rapid.rapid_words import RAPID_WORDS
from scenes.makers.rapid.rapid_writer import rapid_text
from scenes.makers.rapid.translation.rapid_translation import rapid_translated
from scenes.makers.unrolled import Orders
from scenes.makers.urscript.translation.script_translation import urscript_translated
from scenes.makers.urscript.urscript_reader import read_urscript
from scenes.makers.urscript.urscript_words import URSCRIPT_WORDS
from scenes.makers.urscript.urscript_writer import urscript_text
from scenes.makers.yaskawa.jbi_names import jbi_name
from scenes.makers.yaskawa.jbi_reader import read_jbi
from scenes.makers.yaskawa.jbi_words import JBI_WORDS
from scenes.makers.yaskawa.jbi_writer import jbi_sayable, jbi_text
from scenes.makers.yaskawa.translation.jbi_translation import jbi_translated
from scenes.world.cell import Controller, Robot

Write = Callable[[Orders, Robot, Controller, str], str]
Read = Callable[[str, Robot, Controller], Orders]
# From a text, and the names and texts of files that give it values.
Translate = Callable[[str, Sequence[tuple[str, str]], Robot, Controller], Reading]
# The same for an arm whose file may say nothing of a controller.
TranslateAny = Callable[[str, Sequence[tuple[str, str]], Robot, Controller | None], Reading]


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
    the name of a program. read: The orders of a text. translate: A program of any author in our
    language; None where only our own are read back. suffixes: Of the files that it reads, in small
    letters. remark, words: What begins a remark, and the words that are coloured. is_numbered:
    Whether lines of code begin with a number and a colon. beside: From the
    stem of a file's name the names of files that give values to it. translate_any: As translate,
    where it may be done without what the robot file says of the controller. common: The folder of a
    backup, beside or above a program, with files of values for all its programs. sayable: Orders
    in the steps in which the language gives times and speeds. named: The name of a program that
    controllers know by its name, "" where they know it by its file.
    """

    title: str
    suffix: str
    encoding: str
    write: Write
    read: Read
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

    @property
    def reads(self) -> bool:
        """Whether programs of any author are read."""
        return self.translate is not None or self.translate_any is not None

    def reading(
        self, text: str, data: Sequence[tuple[str, str]], robot: Robot, language: str
    ) -> Reading:
        """A program of any author for an arm. language: The key of this language.

        Raises SceneError where the robot file does not say how such a controller counts, and the
        language is not read without that.
        """
        if self.translate_any is not None:
            known = robot.controller
            fits = known is not None and known.language == language
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
        ),
        "ls": MakerLanguage(
            "FANUC LS",
            ".ls",
            "ascii",
            ls_text,
            read_ls,
            ls_translated,
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
        ),
        "jbi": MakerLanguage(
            "Yaskawa INFORM",
            ".jbi",
            "ascii",
            jbi_text,
            read_jbi,
            jbi_translated,
            suffixes=(".jbi",),
            beside=lambda stem: ("tool.cnd", "uframe.cnd", "*.jbi"),
            remark="'",
            words=JBI_WORDS,
            sayable=jbi_sayable,
            named=jbi_name,
        ),
        "as": MakerLanguage(
            "Kawasaki AS",
            ".as",
            "ascii",
            as_text,
            read_as_orders,
            translate_any=as_translated,
            suffixes=(".as", ".pg"),
            words=AS_WORDS,
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
        ),
    }
)


@dataclass(frozen=True)
class Written:
    """A program in a maker's language, and how far it is off when it is read back."""

    text: str
    deviation: Deviation


def written(orders: Orders, robot: Robot, language: str, name: str) -> Written:
    """The program of orders in a language of LANGUAGES, read back and compared.

    name: Name of the program. Raises SceneError where the robot file says nothing of such a
    controller, and where the text does not say what the orders say.
    """
    controller = controller_of(robot, language)
    maker = LANGUAGES[language]
    text = maker.write(orders, robot, controller, name)
    back = maker.read(text, robot, controller)
    if back.losses:
        first = back.losses[0]
        raise SceneError(
            f"the written program is not read back: line {first.line}: {first.message}"
        )
    return Written(text, deviation(maker.sayable(orders), back, robot))


def controller_of(robot: Robot, language: str | None) -> Controller:
    """How the controller of an arm counts, in a language of LANGUAGES, or in its own (None).

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
    if language is not None and known.language != language:
        raise SceneError(f"{where}: its controller reads {known.language}, not {language}")
    if known.language not in LANGUAGES:
        names = " and ".join(LANGUAGES)
        raise SceneError(f"{where}: {known.language} cannot be written; {names} can")
    return known
