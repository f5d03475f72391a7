import { parseCookies } from '@fieldhouse/domain/league/provider-input'
import { Check, X } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/use-form.tsx'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Tabs, tabElementId } from '../../../ui/navigation/tabs.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../leagues.module.css'
import type { Cookies } from './use-new-league.ts'

type Props = {
  title: string
  children: ReactNode
  problem: string | undefined
  isPending: boolean
  submitLabel: string
  onSubmit: (cookies: Cookies) => void
}

export function CookieSteps({ title, children, problem, isPending, submitLabel, onSubmit }: Props) {
  const [text, setText] = useState('')
  const [submittedText, setSubmittedText] = useState<string | null>(null)
  const { swid, s2 } = parseCookies(text)
  const wasSubmitted = submittedText === text
  const isPaste = useRef(false)

  function send(sent: string) {
    const found = parseCookies(sent)
    setSubmittedText(sent)
    if (found.swid !== null && found.s2 !== null && !isPending) onSubmit({ swid: found.swid, s2: found.s2 })
  }

  /** What is pasted is complete. */
  function change(changed: string) {
    setText(changed)
    const found = parseCookies(changed)
    if (isPaste.current && found.swid !== null && found.s2 !== null) send(changed)
  }

  return (
    <Stack as="section" className={ui.card} aria-label={title}>
      <Stack as="header" gap={2}>
        <h2>{title}</h2>
        <p>{children}</p>
      </Stack>
      <BrowserSteps />
      <Form
        gap={3}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          send(text)
        }}
        aria-label="ESPN cookies"
        noValidate
      >
        <TextArea
          label="Paste everything"
          hint="The two values, the whole row, a Cookie header, an export of an extension or a copied cURL command: we find both cookies, and go on with them."
          problem={wasSubmitted ? (missingProblem(swid, s2) ?? problem) : undefined}
          rows={4}
          value={text}
          onChange={change}
          onPaste={() => {
            isPaste.current = true
            // What is pasted once more changes nothing, and the next change is typed.
            setTimeout(() => {
              isPaste.current = false
            })
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Row as="ul" wraps gap={5} aria-label="Found" aria-live="polite">
          <FoundCookie name="SWID" isFound={swid !== null} />
          <FoundCookie name="espn_s2" isFound={s2 !== null} />
        </Row>
        <div>
          <Button type="submit" variant="strong" disabled={isPending}>
            {isPending ? 'Asking ESPN…' : submitLabel}
          </Button>
        </div>
      </Form>
    </Stack>
  )
}

function missingProblem(swid: string | null, s2: string | null): string | undefined {
  if (swid !== null && s2 !== null) return undefined
  if (swid === null && s2 === null) return "We didn't find SWID or espn_s2 in this text. Copy both cookies."
  return `We didn't find ${swid === null ? 'SWID' : 'espn_s2'} in this text. Copy both cookies.`
}

function FoundCookie({ name, isFound }: { name: string; isFound: boolean }) {
  const Icon = isFound ? Check : X
  return (
    <li className={isFound ? ui.alert : ui.note} data-tone={isFound ? 'good' : undefined}>
      <Icon size={16} aria-hidden="true" /> {name} {isFound ? 'found' : 'missing'}
    </li>
  )
}

function BrowserSteps() {
  const id = useId()
  const [browser, setBrowser] = useState<Browser>(guessBrowser)
  const { steps } = BROWSERS[browser]
  const tabs = (Object.keys(BROWSERS) as Browser[]).map((name) => ({ id: name, label: BROWSERS[name].label }))
  return (
    <Stack gap={3}>
      <Tabs label="Browser" tabs={tabs} active={browser} onSelect={setBrowser} panelId={id} />
      <Grid min={300} id={id} role="tabpanel" aria-labelledby={tabElementId(id, browser)}>
        <Stack as="ol" gap={2} className={ui.numbered}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </Stack>
        <CookieDrawing browser={browser} />
      </Grid>
    </Stack>
  )
}

function guessBrowser(): Browser {
  const agent = navigator.userAgent
  if (agent.includes('Firefox/')) return 'firefox'
  return agent.includes('Safari/') && !/Chrom(?:e|ium)\//.test(agent) ? 'safari' : 'chrome'
}

type Browser = 'chrome' | 'firefox' | 'safari'

type BrowserGuide = {
  label: string
  steps: readonly string[]
  panels: readonly string[]
  panel: string
  group: string
}

const BROWSERS: Record<Browser, BrowserGuide> = {
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
function CookieDrawing({ browser }: { browser: Browser }) {
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

const STEPS = ['Find your league', 'Read its seasons', 'Choose your team', 'Invite your league'] as const

export function Steps({ current }: { current: (typeof STEPS)[number] }) {
  return (
    <ol className={styles.steps}>
      {STEPS.map((step) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {step}
        </li>
      ))}
    </ol>
  )
}
