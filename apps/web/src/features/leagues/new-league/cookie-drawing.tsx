import styles from '../leagues.module.css'

export type Browser = 'chrome' | 'firefox' | 'safari'

type BrowserGuide = {
  label: string
  steps: readonly string[]
  /** The names in its developer tools. */
  panels: readonly string[]
  panel: string
  group: string
}

/** Where cookies are in the developer tools of each browser. */
export const BROWSERS: Record<Browser, BrowserGuide> = {
  chrome: {
    label: 'Chrome',
    steps: [
      'Open fantasy.espn.com in Chrome or Edge on a computer, signed in.',
      'Press F12 (Mac: Option + Command + I) and choose “Application”. It may be behind the » button.',
      'On the left, open “Cookies” and choose the ESPN site.',
      'Click the row SWID and copy it, then the row espn_s2. Paste both below, one after the other.',
    ],
    panels: ['Elements', 'Console', 'Network', 'Application'],
    panel: 'Application',
    group: 'Cookies',
  },
  firefox: {
    label: 'Firefox',
    steps: [
      'Open fantasy.espn.com in Firefox on a computer, signed in.',
      'Press Shift + F9, or F12 and choose “Storage”.',
      'On the left, open “Cookies” and choose the ESPN site.',
      'Right-click the row SWID and copy it, then the row espn_s2. Paste both below, one after the other.',
    ],
    panels: ['Inspector', 'Console', 'Network', 'Storage'],
    panel: 'Storage',
    group: 'Cookies',
  },
  safari: {
    label: 'Safari',
    steps: [
      'In Safari on a Mac, turn on Settings → Advanced → “Show features for web developers”.',
      'Open fantasy.espn.com, signed in, press Option + Command + I and choose “Storage”.',
      'On the left, choose “Cookies” of the ESPN site.',
      'Select the rows SWID and espn_s2, copy them with Command + C, and paste them below.',
    ],
    panels: ['Elements', 'Network', 'Sources', 'Storage'],
    panel: 'Storage',
    group: 'Cookies',
  },
}

const PANEL_WIDTH = 92
const ROWS = [
  { name: 'AMCV', value: 'MCMID%7C2…', isWanted: false },
  { name: 'SWID', value: '{0A1B2C3D-…}', isWanted: true },
  { name: 'espn_s2', value: 'AEBx7Kq…%3D', isWanted: true },
  { name: 'region', value: 'unknown', isWanted: false },
] as const

/** A drawing of the developer tools with the two cookies marked. The steps next to it say the same in words. */
export function CookieDrawing({ browser }: { browser: Browser }) {
  const { label, panels, panel, group } = BROWSERS[browser]
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 400 232"
      role="img"
      aria-label={`The ${panel} panel of ${label}'s developer tools, with the rows SWID and espn_s2 marked`}
    >
      <rect x="1" y="1" width="398" height="230" rx="8" data-part="window" />
      {panels.map((name, index) => (
        <g key={name} data-active={name === panel || undefined}>
          <text x={16 + index * PANEL_WIDTH} y="24">
            {name}
          </text>
          {name === panel ? (
            <rect x={12 + index * PANEL_WIDTH} y="32" width={PANEL_WIDTH - 8} height="3" data-part="mark" />
          ) : null}
        </g>
      ))}
      <path d="M1 36H399 M128 36V231 M128 64H399" data-part="line" />
      <text x="14" y="62">
        ▾ {group}
      </text>
      <rect x="8" y="72" width="112" height="26" rx="4" data-part="wanted" />
      <text x="22" y="90">
        …espn.com
      </text>
      <text x="140" y="55" data-part="faint">
        Name
      </text>
      <text x="232" y="55" data-part="faint">
        Value
      </text>
      {ROWS.map(({ name, value, isWanted }, index) => (
        <g key={name}>
          {isWanted ? (
            <rect x="132" y={70 + index * 38} width="262" height="30" rx="4" data-part="wanted" />
          ) : null}
          <text x="140" y={90 + index * 38} data-part={isWanted ? 'name' : 'faint'}>
            {name}
          </text>
          <text x="232" y={90 + index * 38} data-part={isWanted ? undefined : 'faint'}>
            {value}
          </text>
        </g>
      ))}
    </svg>
  )
}
