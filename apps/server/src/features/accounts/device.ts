type Sign = readonly [pattern: RegExp, name: string]

/** The first that matches counts: most browsers also name those they descend from. */
const BROWSERS: readonly Sign[] = [
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly Sign[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system in words, such as 'Firefox on Android'; null where neither is told. */
export function deviceIn(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const browser = nameIn(userAgent, BROWSERS)
  const system = nameIn(userAgent, SYSTEMS)
  if (browser === null && system === null) return null
  return system === null ? browser : `${browser ?? 'A browser'} on ${system}`
}

function nameIn(userAgent: string, signs: readonly Sign[]): string | null {
  return signs.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}
