import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from language.words.letters import is_word
from language.words.lexer import BAD_NUMBER, NUMBER, ODD, WORD, intended, lex

ALPHABET = " \t;,()+-*/=:#[]<>.eE0123456789ABCmoveREMARK@\"'\u00a0\u3000\uff2d\u2212\x00é"


@given(st.one_of(st.text(ALPHABET, max_size=60), st.text(max_size=60)))
def test_tokens_joined_are_the_line_and_columns_count_code_points(line: str) -> None:
    tokens = lex(line)
    assert "".join(t.text for t in tokens) == line
    for token in tokens:
        assert line[token.column - 1 : token.end - 1] == token.text


@pytest.mark.parametrize("text", ["30", "30.", ".5", "1E2", "1e-2", "0.5E+10", "007"])
def test_ascii_decimals_are_numbers(text: str) -> None:
    assert [(t.kind, t.text) for t in lex(text)] == [(NUMBER, text)]


@pytest.mark.parametrize("text", ["1E", "1E+", "1.2.3", "30mm", "1..2", ".5.5", "0x1F", "1E5E5"])
def test_broken_numbers_are_one_token(text: str) -> None:
    assert [(t.kind, t.text) for t in lex(text)] == [(BAD_NUMBER, text)]


@pytest.mark.parametrize("text", ["inf", "nan", "Infinity", "LOC1", "a.b_c", ".PROGRAM"])
def test_words_are_names_and_never_numbers(text: str) -> None:
    assert [(t.kind, t.text) for t in lex(text)] == [(WORD, text)]


@pytest.mark.parametrize(
    "text",
    [
        "作業台",
        "Über.1",
        "é",
        "жест_2",
        "नमस्ते",
        "ที่วาง",
        "موقع",
        "위치3",
        "部品A",
        "A部品",
        "_é",
        "が",
        "Ω1",
    ],
)
def test_a_name_may_have_letters_of_any_script(text: str) -> None:
    assert [(t.kind, t.text) for t in lex(text)] == [(WORD, text)]
    assert is_word(text)
    statement = [t.kind for t in lex(f"10 MOVE {text};{text}")]
    assert statement == [NUMBER, "blank", WORD, "blank", WORD, "comment"]


@pytest.mark.parametrize("text", ["ＭＯＶＥ", "ﾊﾝﾄﾞ", "ﬁt", "µ", "e\u0301", "か\u3099", "क।"])
def test_a_second_form_of_a_letter_is_odd_and_its_first_form_is_named(text: str) -> None:
    assert ODD in [t.kind for t in lex(text)]
    assert not is_word(text)


@pytest.mark.parametrize("text", ["", "1é", "é b", "é-", ".é", "A ", "é\u00a0"])
def test_other_texts_are_no_words(text: str) -> None:
    assert not is_word(text)


@example("A\u00b7")  # Unicode lets an identifier hold this middle dot
@given(st.text(max_size=12))
def test_a_text_is_a_word_if_the_lexer_reads_it_as_one_word(text: str) -> None:
    tokens = lex(text)
    whole = len(tokens) == 1 and tokens[0].kind == WORD and not text.startswith(".")
    assert is_word(text) == whole


def test_words_that_differ_in_capitals_only_are_one_name() -> None:
    assert lex("Über")[0].key == lex("ÜBER")[0].key
    assert lex("жест")[0].key == lex("ЖЕСТ")[0].key


@pytest.mark.parametrize("text", ["\uff11\uff12", "\u0663", "\u00b2", "\u00bd"])
def test_digits_of_other_alphabets_are_odd_characters(text: str) -> None:
    assert [t.kind for t in lex(text)] == [ODD]


def test_a_wide_or_rare_character_counts_as_one_column() -> None:
    tokens = [t for t in lex("A \U0001f916\u3001 B") if t.kind in (WORD, ODD)]
    assert [(t.column, t.end) for t in tokens] == [(1, 2), (3, 5), (6, 7)]


def test_everything_behind_remark_is_text() -> None:
    assert [t.text for t in lex("10 remark 1E ; \u5168 @")][-1] == " 1E ; \u5168 @"
    assert all(t.kind != "text" for t in lex("REMARKS 1"))


def test_similar_characters_are_replaced_by_plain_ones() -> None:
    assert intended("\uff2d\uff2f\uff36\uff25\u00a0\u22125") == "MOVE -5"


@pytest.mark.parametrize("unit", ["1", "1.", "1E", "A", "(", ".", "-", "@", " ", "1x", "é", "作@"])
def test_the_time_to_read_a_line_is_proportional_to_its_length(unit: str) -> None:
    line = unit * 100_000 + "x"  # a pattern that backtracks would exceed the time limit
    assert "".join(t.text for t in lex(line)) == line
