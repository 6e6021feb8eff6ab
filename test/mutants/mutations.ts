/** Every way to break a source file in one place: an operator, a constant or a condition at a time. */
import ts from 'typescript'

export interface Mutant {
  /** From the root of the repository. */
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly was: string
  readonly becomes: string
}

const OPERATORS = table({
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*', '&&': '||', '||': '&&' },
  ...{ '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' },
})
/** Methods of amounts, lists and Math. */
const METHODS = table({
  ...{ plus: 'minus', minus: 'plus', times: 'div', div: 'times', gt: 'gte', gte: 'gt', lt: 'lte', lte: 'lt' },
  ...{ min: 'max', max: 'min', floor: 'ceil', ceil: 'floor', some: 'every', every: 'some' },
})
/** Calls that can be left out. */
const LEFT_OUT: ReadonlySet<string> = new Set(['negated', 'abs', 'sqrt', 'toSorted', 'toReversed', 'filter'])

function table(entries: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(entries))
}

export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const add = (start: number, end: number, becomes: string): void => {
    const { line } = tree.getLineAndCharacterOfPosition(start)
    found.push({ file, line: line + 1, start, end, was: source.slice(start, end), becomes })
  }
  const visit = (node: ts.Node): void => {
    // Types and module names do nothing at run time; the text of an exception is only for us.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isImportDeclaration(node) || ts.isThrowStatement(node)) return
    mutate(node, add)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function mutate(node: ts.Node, add: (start: number, end: number, becomes: string) => void): void {
  if (ts.isBinaryExpression(node)) {
    const { operatorToken: operator } = node
    const other = OPERATORS.get(operator.getText())
    const joinsText = operator.kind === ts.SyntaxKind.PlusToken && isText(node)
    if (other !== undefined && !joinsText) add(operator.getStart(), operator.end, other)
  } else if (ts.isNumericLiteral(node) && !isInText(node)) {
    add(node.getStart(), node.end, node.text === '0' ? '1' : `(${node.getText()} + 1)`)
  } else if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
    if (!ts.isLiteralTypeNode(node.parent))
      add(node.getStart(), node.end, node.kind === ts.SyntaxKind.TrueKeyword ? 'false' : 'true')
  } else if (ts.isConditionalExpression(node) || ts.isIfStatement(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition
    add(condition.getStart(), condition.end, `!(${condition.getText()})`)
  } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    const other = METHODS.get(name.text)
    if (other !== undefined) add(name.getStart(), name.end, other)
    if (LEFT_OUT.has(name.text)) add(expression.end, node.end, '')
  } else if (
    ts.isPrefixUnaryExpression(node) &&
    node.operator !== ts.SyntaxKind.PlusToken &&
    !ts.isNumericLiteral(node.operand)
  ) {
    if (node.operator === ts.SyntaxKind.ExclamationToken || node.operator === ts.SyntaxKind.MinusToken)
      add(node.getStart(), node.operand.getStart(), '')
  }
}

/** Texts are parts of sentences, which are not tested here. */
function isText(node: ts.BinaryExpression): boolean {
  return [node.left, node.right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side))
}

function isInText(node: ts.Node): boolean {
  return ts.isTemplateSpan(node.parent) || ts.isLiteralTypeNode(node.parent)
}
