/**
 * Keeps the result of a function for its last arguments, and no other: for what the parts of one page compute again and
 * again about the same objects, and no other page needs.
 *
 *     export const signsOfLife = latest((session: Session, facts: Facts | null): number[] => ...);
 */
export function latest<Args extends readonly unknown[], Value>(
  work: (...args: Args) => Value,
): (...args: Args) => Value {
  let last: { args: Args; value: Value } | undefined;
  return (...args) => {
    const known = last;
    if (known && args.length === known.args.length && args.every((arg, i) => Object.is(arg, known.args[i])))
      return known.value;
    const value = work(...args);
    last = { args, value };
    return value;
  };
}
