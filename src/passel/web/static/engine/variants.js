/**
 * The catalogue: every named set of rules; the twin of passel/variants.py, whose data it is given
 * by `load`, once, before anything else of the engine is asked.
 *
 * @import { Catalogue, Rules } from "../../types"
 * @typedef {import("../../types").Variant} Variant
 */
import { KINDS } from "./dice.js";
import { RulesError } from "./errors.js";
import { OPTIONS, Option } from "./options.js";
import { partition, strip } from "./text.js";

/** Every variant by its id, in the order in which lists show them. @type {Map<string, Variant>} */
export const VARIANTS = new Map();

/** Fill the catalogue with what passel/web/catalogue.py made. @param {Catalogue} catalogue */
export function load({ dice, options, variants }) {
  for (const kind of dice) KINDS[kind.name] = kind;
  OPTIONS.splice(0, OPTIONS.length, ...options.map((data) => new Option(data)));
  VARIANTS.clear();
  for (const { rules, sources } of variants) VARIANTS.set(rules.id, { rules: Object.freeze(rules), sources });
}

/**
 * The rules that a text names: an id with options in any order, `pig,target=50`. Throws
 * `RulesError`.
 *
 * @type {(text: string) => Rules}
 */
export function rules(text) {
  const [id, ...options] = text.split(",").map(strip);
  const base = VARIANTS.get(id)?.rules;
  if (!base) throw new RulesError("unknown-variant", { id, variants: [...VARIANTS.keys()] });
  /** @type {Map<string, string>} */
  const chosen = new Map();
  for (const each of options) {
    const [option, value] = partition(each).map(strip);
    if (!option || !value) throw new RulesError("bad-option", { option: each });
    if (!OPTIONS.some(({ name }) => name === option)) {
      throw new RulesError("unknown-option", { option, options: fitting(base) });
    }
    if (chosen.has(option)) throw new RulesError("repeated-option", { option });
    chosen.set(option, value);
  }
  // In the order of OPTIONS, so that one may depend on an earlier one: tie=playoff,end=full-round.
  return OPTIONS.reduce((changed, option) => {
    const value = chosen.get(option.name);
    if (!value) return changed;
    if (option.fits(changed)) return option.write(changed, value);
    throw new RulesError("option-does-not-fit", { option: option.name, id, options: fitting(changed) });
  }, base);
}

/** The options that these rules can take. @param {Rules} rules */
export const fitting = (rules) => OPTIONS.filter((each) => each.fits(rules)).map(({ name }) => name);

/** The id, then the options that differ from the variant's own. @param {Rules} rules */
export function name(rules) {
  const own = VARIANTS.get(rules.id)?.rules ?? rules;
  const options = OPTIONS.filter((each) => each.fits(rules) && each.read(rules) !== each.read(own));
  return [rules.id, ...options.map((each) => `${each.name}=${each.read(rules)}`)].join(",");
}
