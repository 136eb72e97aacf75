/** Finds the text for people in a source of the page. */

import { parse } from 'svelte/compiler';

/** A text and the line on which it begins. */
export interface Found {
  readonly line: number;
  readonly text: string;
}

interface Node {
  readonly type?: string;
  readonly start?: number;
  readonly [key: string]: unknown;
}

/** Attributes and properties whose values are code, never text. */
const CODE_ATTRIBUTES =
  /^(?:class|style|style:.*|d|viewBox|points|transform|href|src|id|for|role|type|name|media|rel|sizes|preserveAspectRatio|generics|autocomplete|inputmode|aria-(?:live|labelledby|describedby|controls|haspopup|current|autocomplete|relevant|atomic|activedescendant|owns|sort|orientation|keyshortcuts)|data-.*|--.*)$/;
/** Attributes that people read or hear: any word in them is text, also a single one in lower case. */
const READ_ATTRIBUTES =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|alt|title|label|placeholder)$/;
/** Calls whose arguments are selectors, queries, keys or messages to developers. */
const CODE_CALLS =
  /^(?:querySelector|querySelectorAll|closest|matches|matchMedia|MediaQuery|Error|TypeError|RangeError|RegExp|getItem|setItem|removeItem|addEventListener|removeEventListener|getPropertyValue|setProperty)$/;
/** Names of keys, as `KeyboardEvent.key` has them. */
const KEYS =
  /^(?:Enter|Escape|Tab|Home|End|Delete|Backspace|Space|Spacebar|Shift|Control|Alt|Meta|Page(?:Up|Down)|Arrow(?:Left|Right|Up|Down)?|F\d+)$/;
/** A card in a record: `Td`. */
const CARD = /^[2-9TJQKA][hcds]$/;

/** Whether a literal reads as words for people: two words in a row, or one that begins as a sentence does. */
export function isText(value: string): boolean {
  const text = value.trim();
  if (KEYS.test(text) || CARD.test(text) || /^--|^[.#[]|^\(|^https?:|^[\w-]+\/[\w-]+$/.test(text)) return false;
  return /[\p{L}’'\d][.,:;!?]?\s+[\p{L}’']{2,}/u.test(text) || /^\p{Lu}\p{Ll}+[.,:;!?…]*$/u.test(text);
}

/** Whether text that is shown as it is says anything. */
const isWritten = (text: string): boolean => /\p{L}{2,}/u.test(text.replaceAll(/&\w+;/g, ''));

function nameOf(callee: unknown): string {
  const node = callee as Node | undefined;
  if (node?.type === 'Identifier') return String(node['name']);
  return node?.type === 'MemberExpression' ? nameOf(node['property']) : '';
}

/** Every text for people in a source. A `.svelte` file has it between tags, in attributes and in code. */
export function textsIn(source: string, isComponent: boolean): Found[] {
  const open = '<script lang="ts">\n';
  const whole = isComponent ? source : `${open}${source}\n</script>`;
  const shift = isComponent ? 0 : 1;
  const results: Found[] = [];
  const report = (node: Node, text: string): void => {
    const line = whole.slice(0, node.start ?? 0).split('\n').length - shift;
    results.push({ line, text: text.trim().replaceAll(/\s+/g, ' ') });
  };
  /** `isShown`: whether the page shows the value itself, so that a single word in lower case is text too. */
  const visit = (value: unknown, isShown: boolean): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, isShown));
    if (value === null || typeof value !== 'object') return;
    const node = value as Node;
    switch (node.type) {
      case 'StyleSheet':
      case 'Comment':
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAnnotation':
      case 'TSTypeParameterInstantiation':
      case 'TSAsExpression':
        return node.type === 'TSAsExpression' ? visit(node['expression'], false) : undefined;
      case 'Attribute':
      case 'StyleDirective':
      case 'ClassDirective':
        if (node.type !== 'Attribute' || CODE_ATTRIBUTES.test(String(node['name']))) return;
        return visit(node['value'], READ_ATTRIBUTES.test(String(node['name'])));
      case 'ExpressionTag':
        return visit(node['expression'], isShown);
      case 'ConditionalExpression':
        visit(node['test'], false);
        return visit([node['consequent'], node['alternate']], isShown);
      case 'LogicalExpression':
        visit(node['left'], false);
        return visit(node['right'], isShown);
      case 'Text':
        if (isShown ? isWritten(String(node['data'])) : isText(String(node['data'])))
          report(node, String(node['data']));
        return;
      case 'CallExpression':
      case 'NewExpression':
        if (CODE_CALLS.test(nameOf(node['callee']))) return;
        break;
      case 'Property':
        return visit(node['value'], false);
      case 'BinaryExpression':
      case 'SwitchCase':
        // What is compared is a key of the program.
        if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator']))) return;
        if (node.type === 'SwitchCase') return visit(node['consequent'], false);
        break;
      case 'Literal':
        if (typeof node['value'] === 'string' && (isShown ? isWritten : isText)(node['value']))
          report(node, node['value']);
        return;
      case 'TemplateLiteral': {
        const quasis = node['quasis'] as { value: { cooked: string } }[];
        const text = quasis.map(({ value }) => value.cooked).join('0');
        if (
          isShown
            ? quasis.some(({ value }) => isWritten(value.cooked))
            : isText(text) || (/\p{L}{3,}/u.test(quasis.map(({ value }) => value.cooked).join(' ')) && /\s/.test(text))
        )
          report(node, text);
        return visit(node['expressions'], false);
      }
      default:
    }
    // In a fragment, everything between tags is shown. Nothing inside of an expression is shown as it is.
    const isFragment = node.type === 'Fragment';
    for (const [key, child] of Object.entries(node)) if (key !== 'metadata') visit(child, isFragment);
  };
  const root = parse(whole, { modern: true });
  visit(root.fragment, true);
  visit(root.instance, false);
  visit(root.module, false);
  return results;
}
