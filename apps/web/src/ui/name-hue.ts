/** Derives a hue, 0 to 359, from a name. The same name always has the same hue. */
export function nameHue(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360_007
  return (hash * 47) % 360
}
