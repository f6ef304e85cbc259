/**
 * The named switches of the literature: each reads and writes one field of the rules, or the
 * effect of one row; the twin of `Option` in passel/rules.py.
 *
 * @import { OptionData, Row, Rules } from "../../types"
 */
import { RulesError } from "./errors.js";

/** A named switch. All that is asked about rules holds only where it fits them. */
export class Option {
  /** @param {OptionData} data */
  constructor(data) {
    this.data = data;
    this.name = data.name;
  }

  /** @param {Rules} rules */
  fits(rules) {
    const { when, needs } = this.data;
    const uses = (/** @type {Row} */ { pattern }) => [pattern, ...pattern.split("-")].includes(`${needs}`);
    const has = !needs || rules.rows.some(uses);
    return has && when.every(([name, allowed]) => allowed.includes(rules[name]));
  }

  /** The fewest and the most. @param {Rules} rules @returns {readonly [number, number] | null} */
  numbers(rules) {
    return this.data.seat ? [1, rules.seats[1]] : this.data.limits;
  }

  /** All that it takes: `["1-100"]`, `["on", "off"]`. @param {Rules} rules */
  takes(rules) {
    const numbers = this.numbers(rules);
    return [...(numbers ? [numbers.join("-")] : []), ...this.data.values];
  }

  /** Its value; `own` for a row that does none of them. @param {Rules} rules @returns {string} */
  read(rules) {
    const { values, effects, needs } = this.data;
    if (effects.length) {
      const row = rules.rows.find((row) => row.pattern === needs);
      const does = row && `${[row.kind, row.points, row.times, row.must_roll]}`;
      return values[effects.findIndex((each) => `${each}` === does)] ?? "own";
    }
    const value = this.#field(rules);
    return typeof value === "boolean" ? (value ? "on" : "off") : `${value}`;
  }

  /** These rules with it set; or `bad-value`. @type {(rules: Rules, value: string) => Rules} */
  write(rules, value) {
    const { values, effects, needs } = this.data;
    const set = (/** @type {unknown} */ value) => Object.freeze({ ...rules, [this.name]: value });
    const old = this.#field(rules);
    if (values.includes(value)) {
      if (!effects.length) return set(typeof old === "boolean" ? value === "on" : value);
      const [kind, points, times, must_roll] = effects[values.indexOf(value)];
      const changed = { kind, points, times, must_roll };
      const rows = rules.rows.map((row) => (row.pattern === needs ? { ...row, ...changed } : row));
      return Object.freeze({ ...rules, rows });
    }
    const [low, high] = this.numbers(rules) ?? [1, 0];
    const number = Number(value);
    if (/^[0-9]{1,8}$/.test(value) && low <= number && number <= high) {
      return set(typeof old === "string" ? `${number}` : number);
    }
    throw new RulesError("bad-value", { option: this.name, value, takes: this.takes(rules) });
  }

  /** @param {Rules} rules */
  #field(rules) {
    return rules[/** @type {keyof Rules} */ (this.name)];
  }
}

/** In the order in which they are printed; filled by `load` of variants.js. @type {Option[]} */
export const OPTIONS = [];
