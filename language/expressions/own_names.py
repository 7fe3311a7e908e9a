"""Names of parameters and of LOCAL: a variable X, a whole array V[], a precision point #P."""

from collections.abc import Sequence

from language.words.lexer import NUMBER, WORD, Token


def own_name(tokens: Sequence[Token]) -> Token | None:
    """The name in X, V[] or #P; None if the tokens are anything else."""
    if len(tokens) == 2 and tokens[0].text == "#" and tokens[1].kind == WORD:
        return tokens[1]
    is_name = len(tokens) == 1 and tokens[0].kind == WORD
    return tokens[0] if is_name or is_whole_array(tokens) else None


def is_whole_array(tokens: Sequence[Token]) -> bool:
    """Whether the tokens are V[], which means the whole array."""
    return [t.text for t in tokens[1:]] == ["[", "]"] and tokens[0].kind == WORD


def without_size(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens V[] in place of V[9]: AUTO of V+ gives arrays a length, here they have none."""
    sized = len(tokens) == 4 and tokens[1].text == "[" and tokens[2].kind == NUMBER
    return [*tokens[:2], tokens[3]] if sized else tokens
