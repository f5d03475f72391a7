import { type ParsedCookies, parseCookies } from '@fieldhouse/domain/league/provider-input'
import { ClipboardPaste } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { ApiError, getErrorMessage, getFieldErrors } from '../../api/api-error.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field, TextField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx'
import ui from '../../ui/ui.module.css'
import styles from './cookie-form.module.css'
import { useSaveCookies } from './use-cookies.ts'

type Props = {
  /** '' when no league is selected. */
  league: string
  disabled: boolean
}

const EMPTY_VALUES = { raw: '', swid: '', s2: '' }

export function CookieForm({ league, disabled }: Props) {
  const [values, setValues] = useState(EMPTY_VALUES)
  const [isLeagueMissing, setIsLeagueMissing] = useState(false)
  const save = useSaveCookies(league)
  const { swid, s2 } = values
  const fieldErrors = getFieldErrors(save.error)
  const isEmpty = swid.trim() === '' && s2.trim() === ''

  function updateValues(changes: Partial<typeof EMPTY_VALUES>) {
    setValues({ ...values, ...changes })
    save.reset()
  }

  const cookieFieldProps = (name: 'swid' | 's2') => ({
    value: values[name],
    onChange: (text: string) => updateValues({ [name]: text }),
    problem: fieldErrors[name],
    disabled,
    autoComplete: 'off',
    spellCheck: false,
  })

  function saveCookies(body: { swid: string; s2: string; force: boolean }) {
    setIsLeagueMissing(league === '')
    if (league === '' || disabled || save.isPending) return
    save.mutate(body, { onSuccess: () => setValues(EMPTY_VALUES) })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isEmpty) saveCookies({ swid, s2, force: false })
  }

  return (
    <Form className={styles.form} onSubmit={submit} aria-label="Provider Cookies">
      <RawCookieField
        value={values.raw}
        disabled={disabled}
        onChange={(raw) => updateValues({ raw, ...toFormValues(parseCookies(raw)) })}
      />
      <TextField label="SWID" hint="Include the { }." {...cookieFieldProps('swid')} />
      <TextField label="espn_s2" hint="A few hundred characters long." {...cookieFieldProps('s2')} />
      <div className={styles.actions}>
        {isLeagueMissing && league === '' ? <Notice tone="bad">Select a league first.</Notice> : null}
        <SaveResult save={save} />
        <div className={`${ui.row} ${styles.buttons}`}>
          <Button type="submit" variant="strong" disabled={disabled || isEmpty || save.isPending}>
            {save.isPending ? 'Testing and saving…' : 'Save cookies'}
          </Button>
          {isRejectedByProvider(save.error) ? (
            <Button onClick={() => saveCookies({ swid, s2, force: true })}>Save anyway</Button>
          ) : null}
          <ConfirmButton
            disabled={disabled || save.isPending}
            question={league === '' ? 'Clear the cookies?' : `Clear the cookies for ${league}?`}
            consequence="This deletes the league's cookies. Refreshes will use the server's cookies, if it has any."
            confirmLabel="Yes, clear"
            onConfirm={() => saveCookies({ swid: '', s2: '', force: false })}
          >
            Clear cookies
          </ConfirmButton>
        </div>
      </div>
    </Form>
  )
}

type RawCookieFieldProps = { value: string; onChange: (text: string) => void; disabled: boolean }

/** Accepts any text that contains the cookies and shows which ones it found. */
function RawCookieField({ value, onChange, disabled }: RawCookieFieldProps) {
  const [isClipboardUnreadable, setIsClipboardUnreadable] = useState(false)

  function updateText(text: string) {
    setIsClipboardUnreadable(false)
    onChange(text)
  }

  function pasteFromClipboard() {
    readClipboard().then(updateText, () => setIsClipboardUnreadable(true))
  }

  return (
    <div className={styles.rawCookie}>
      <Field
        label="Raw Cookie"
        problem={
          isClipboardUnreadable
            ? 'Could not read clipboard. Paste manually into the Raw Cookie field.'
            : undefined
        }
        hint={foundCookiesHint(value)}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={value}
            disabled={disabled}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => updateText(event.target.value)}
          />
        )}
      </Field>
      <Button disabled={disabled} onClick={pasteFromClipboard}>
        <ClipboardPaste size={18} aria-hidden="true" /> Paste from clipboard
      </Button>
    </div>
  )
}

/** Rejects when the browser has no clipboard API or the user denies access. */
async function readClipboard(): Promise<string> {
  return await navigator.clipboard.readText()
}

function foundCookiesHint(text: string): string {
  if (text.trim() === '') return "Paste the whole cookie; we'll find both values."
  const { swid, s2 } = parseCookies(text)
  if (swid !== null && s2 !== null) return 'Found SWID and espn_s2.'
  if (swid !== null) return 'Found SWID, but no espn_s2.'
  if (s2 !== null) return 'Found espn_s2, but no SWID.'
  return 'No cookies found.'
}

function SaveResult({ save }: { save: ReturnType<typeof useSaveCookies> }) {
  if (save.isSuccess) {
    return <Notice tone={save.data.state === 'untested' ? 'warn' : 'good'}>{save.data.message}</Notice>
  }
  if (!save.isError) return null
  const { swid, s2 } = save.variables
  const fallback = swid === '' && s2 === '' ? 'Failed to clear.' : 'Failed to save.'
  return <Notice tone="bad">{getErrorMessage(save.error, fallback)}</Notice>
}

/** The form values for the cookies that were found; the other field keeps its value. */
function toFormValues({ swid, s2 }: ParsedCookies): { swid?: string; s2?: string } {
  return { ...(swid === null ? {} : { swid }), ...(s2 === null ? {} : { s2 }) }
}

/**
 * Whether ESPN rejected the cookies. Text that contains no cookie has the same error code with field errors,
 * and cannot be saved even with `force`.
 */
function isRejectedByProvider(error: unknown): boolean {
  return (
    error instanceof ApiError && error.code === 'cookies_refused' && Object.keys(error.fields).length === 0
  )
}
