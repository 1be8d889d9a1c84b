"""The pseudo-locale: English with accents, brackets and a third more of everything.

It shows texts that come from nowhere (they stay plain), and those that would not fit when
translated.
"""

from fluent.syntax import ast, visitor

PSEUDO = "en-XA"
_ACCENTS = str.maketrans("aceinosuyACEINOSUY", "áçéíñóšúýÁÇÉÍÑÓŠÚÝ")
_FILL = "lorem ipsum dolor sit amet "


def pseudo_resource(english: ast.Resource) -> ast.Resource:
    """A copy of the resource in which every text is changed, and no blank."""
    copy = english.clone()
    _Changer().visit(copy)
    return copy


def accented(text: str) -> str:
    return text.translate(_ACCENTS)


class _Changer(visitor.Transformer):
    def visit_Pattern(self, node: ast.Pattern) -> ast.Pattern:  # noqa: N802
        size = 0
        for element in node.elements:
            if isinstance(element, ast.TextElement):
                size += len(element.value)
                element.value = accented(element.value)
        more = (_FILL * (size // 3 // len(_FILL) + 1))[: size // 3].rstrip()
        node.elements.insert(0, ast.TextElement("["))
        node.elements.append(ast.TextElement(f" {accented(more)}]" if more else "]"))
        return node
