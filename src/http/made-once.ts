/**
 * What `make` makes of a thing, made once for as long as that very thing is around. It is frozen, which says of an answer
 * that its text can be kept too.
 */
export function madeOnce<Thing extends object, Made extends object>(
  make: (thing: Thing) => Made,
): (thing: Thing) => Made {
  const known = new WeakMap<Thing, Made>();
  return (thing) => {
    const before = known.get(thing);
    if (before !== undefined) return before;
    const made = Object.freeze(make(thing));
    known.set(thing, made);
    return made;
  };
}
