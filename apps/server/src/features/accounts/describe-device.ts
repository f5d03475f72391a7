type UserAgentPattern = readonly [pattern: RegExp, name: string]

/** The first match wins, because most browsers also name the browsers they derive from. */
const BROWSERS: readonly UserAgentPattern[] = [
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bVersion\/\d).*\bSafari\//, 'Safari'],
]

const OPERATING_SYSTEMS: readonly UserAgentPattern[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The browser and operating system, such as 'Firefox on Android'; null when neither is recognized. */
export function describeDevice(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const browser = matchName(userAgent, BROWSERS)
  const system = matchName(userAgent, OPERATING_SYSTEMS)
  if (browser === null && system === null) return null
  return system === null ? browser : `${browser ?? 'A browser'} on ${system}`
}

function matchName(userAgent: string, patterns: readonly UserAgentPattern[]): string | null {
  return patterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}
