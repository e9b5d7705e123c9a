// Reads TypeScript files named on standard input with the TypeScript compiler, and prints their definitions as JSON, one
// line a file. Usage: node typescript_reader.mjs FOLDER_OF_TYPESCRIPT_PACKAGE

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const ts = createRequire(import.meta.url)(process.argv[2]);
const isFunction = (node) => node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** Whether a declaration list stands in the module or in a namespace, and not in a function. */
function isOfModule(declaration) {
  const statement = declaration.parent.parent;
  return ts.isVariableStatement(statement) && (ts.isSourceFile(statement.parent) || ts.isModuleBlock(statement.parent));
}

/** Whether an object is what a variable, or the module itself, holds. */
function isHeld(object) {
  const holder = object.parent;
  return ts.isVariableDeclaration(holder) || ts.isExportAssignment(holder);
}

/** Whether a function is the value of something that is a definition by itself; then its own name is seen by it alone. */
function isValueOfDefinition(node) {
  const holder = node.parent;
  return ts.isVariableDeclaration(holder) || ts.isPropertyDeclaration(holder) || (ts.isPropertyAssignment(holder) && isHeld(holder.parent));
}

/** Whether a class has a name of its own. The values of one without, which only a function can return, live in a function. */
function isNamed(type) {
  return type.name || ts.isClassDeclaration(type) || ts.isVariableDeclaration(type.parent) || ts.isExportAssignment(type.parent);
}

/** A type says that a variable holds a function: it is one, or an object type with call signatures. */
function saysFunction(type) {
  return type && (ts.isFunctionTypeNode(type) || (ts.isTypeLiteralNode(type) && type.members.some(ts.isCallSignatureDeclaration)));
}

function read(path) {
  const text = readFileSync(path, "utf8");
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found = [];
  const add = (kind, name, node) => {
    const place = name ?? node;
    const start = place.getStart(file);
    const word = name ? nameOf(name) : "default";
    found.push([kind, word, file.getLineAndCharacterOfPosition(start).line + 1, ts.SyntaxKind[node.kind]]);
  };
  const nameOf = (name) => (ts.isStringLiteralLike(name) ? name.text : name.getText(file));
  const bound = (name, each) => {
    if (ts.isIdentifier(name)) each(name);
    else name.elements.forEach((element) => !ts.isOmittedExpression(element) && !element.dotDotDotToken && bound(element.name, each));
  };
  const variable = (node) => {
    const holdsFunction = isFunction(node.initializer) || (ts.isIdentifier(node.name) && saysFunction(node.type));
    if (node.initializer && ts.isClassExpression(node.initializer)) add("class", node.name, node);
    else if (holdsFunction && ts.isVariableDeclarationList(node.parent)) add("callable", node.name, node);
    else if (ts.isVariableDeclarationList(node.parent) && isOfModule(node)) bound(node.name, (name) => add("value", name, node));
  };
  const visit = (node) => {
    if (ts.isFunctionDeclaration(node)) add("callable", node.name, node);
    else if (ts.isFunctionExpression(node) && node.name && !isValueOfDefinition(node)) add("callable", node.name, node);
    else if (ts.isClassDeclaration(node) || (ts.isClassExpression(node) && node.name)) add("class", node.name, node);
    else if (ts.isInterfaceDeclaration(node)) add("interface", node.name, node);
    else if (ts.isEnumDeclaration(node)) add("enum", node.name, node);
    else if (ts.isEnumMember(node)) add("value", node.name, node);
    else if (ts.isTypeAliasDeclaration(node)) add("type", node.name, node);
    else if (ts.isModuleDeclaration(node) && !ts.isModuleDeclaration(node.parent)) add("module", node.name, node);
    else if (ts.isConstructorDeclaration(node)) found.push(["callable", "constructor", lineOf(node), "Constructor"]);
    else if (ts.isMethodDeclaration(node) || ts.isGetAccessor(node) || ts.isSetAccessor(node)) {
      if (ts.isClassLike(node.parent) || isHeld(node.parent) || isShownType(node.parent)) add("callable", node.name, node);
    } else if (ts.isMethodSignature(node)) {
      if (isShownType(node.parent)) add("callable", node.name, node);
    } else if (ts.isPropertyDeclaration(node) && isNamed(node.parent)) add(isFunction(node.initializer) ? "callable" : "value", node.name, node);
    else if (ts.isPropertySignature(node)) {
      if (isShownType(node.parent)) add("value", node.name, node);
    } else if (ts.isPropertyAssignment(node)) {
      if (isFunction(node.initializer) && isHeld(node.parent)) add("callable", node.name, node);
    } else if (ts.isVariableDeclaration(node)) variable(node);
    else if (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent)) add("value", node.name, node);
    else if (ts.isExportAssignment(node) && !node.isExportEquals && isFunction(node.expression)) {
      found.push(["callable", "default", lineOf(node), "ExportAssignment"]);
    } else if (ts.isImportEqualsDeclaration(node) && !ts.isExternalModuleReference(node.moduleReference)) {
      add("value", node.name, node);
    }
    ts.forEachChild(node, visit);
  };
  const lineOf = (node) => {
    const word = node.getChildren(file).find((child) => child.kind === ts.SyntaxKind.ConstructorKeyword) ?? node;
    return file.getLineAndCharacterOfPosition(word.getStart(file)).line + 1;
  };
  const isShownType = (type) =>
    ts.isInterfaceDeclaration(type) || (ts.isTypeLiteralNode(type) && ts.isTypeAliasDeclaration(type.parent));
  visit(file);
  return found;
}

for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  console.log(JSON.stringify({ path, definitions: read(path) }));
}
