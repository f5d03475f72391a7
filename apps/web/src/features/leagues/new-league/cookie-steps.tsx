import { parseCookies } from '@fieldhouse/domain/league/provider-input'
import { Check, X } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Grid, Row } from '../../../ui/layout/layout.tsx'
import { Tabs, tabElementId } from '../../../ui/navigation/tabs.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../leagues.module.css'
import { BROWSERS, type Browser, CookieDrawing } from './cookie-drawing.tsx'
import type { Cookies } from './use-new-league.ts'

type Props = {
  title: string
  /** Why they are needed. */
  children: ReactNode
  /** What was wrong with the last ones. */
  problem: string | undefined
  isPending: boolean
  submitLabel: string
  onSubmit: (cookies: Cookies) => void
}

/** Shows where the two ESPN cookies are in each browser, and finds them in whatever is pasted. */
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
    isPaste.current = false
  }

  return (
    <section className={`${ui.card} ${ui.stack16}`} aria-label={title}>
      <header className={ui.stack8}>
        <h2>{title}</h2>
        <p>{children}</p>
      </header>
      <BrowserSteps />
      <Form
        className={ui.stack12}
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
    </section>
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
    <div className={ui.stack12}>
      <Tabs label="Browser" tabs={tabs} active={browser} onSelect={setBrowser} panelId={id} />
      <Grid min={300} id={id} role="tabpanel" aria-labelledby={tabElementId(id, browser)}>
        <ol className={`${ui.stack8} ${styles.instructions}`}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <CookieDrawing browser={browser} />
      </Grid>
    </div>
  )
}

/** The one that the page is open in. */
function guessBrowser(): Browser {
  const agent = navigator.userAgent
  if (agent.includes('Firefox/')) return 'firefox'
  return agent.includes('Safari/') && !/Chrom(?:e|ium)\//.test(agent) ? 'safari' : 'chrome'
}
