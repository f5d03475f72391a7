/** A hue from 0 to 359 that is the same for a name everywhere. */
export function nameHue(name: string): number {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360_007
  return (hash * 47) % 360
}
