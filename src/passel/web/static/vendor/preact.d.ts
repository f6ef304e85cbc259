// What the page uses of htm/preact/standalone.
export type Node = any;
export function h(type: any, props: any, ...children: any[]): Node;
export function html(strings: TemplateStringsArray, ...values: any[]): Node;
export function render(tree: Node, parent: Element): void;
