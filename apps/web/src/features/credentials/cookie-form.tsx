import { type ParsedCookies, parseCookies } from '@fieldhouse/domain/provider-cookies'
import { type SubmitEvent, useState } from 'react'
import { ApiError, getErrorMessage, getFieldErrors } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './cookie-form.module.css'
import { RawCookieField } from './raw-cookie-field.tsx'
import { useSaveCookies } from './use-cookies.ts'

type Props = {
  /** '' while none is chosen. */
  league: string
  disabled: boolean
}

const EMPTY_VALUES = { raw: '', swid: '', s2: '' }

export function CookieForm({ league, disabled }: Props) {
  const [values, setValues] = useState(EMPTY_VALUES)
  const [isWithoutLeague, setWithoutLeague] = useState(false)
  const save = useSaveCookies(league)
  const { swid, s2 } = values
  const told = getFieldErrors(save.error)
  const isIncomplete = swid.trim() === '' && s2.trim() === ''

  function updateValues(changed: Partial<typeof EMPTY_VALUES>) {
    setValues({ ...values, ...changed })
    save.reset()
  }

  function send(body: { swid: string; s2: string; force: boolean }) {
    setWithoutLeague(league === '')
    if (league === '' || disabled || save.isPending) return
    save.mutate(body, { onSuccess: () => setValues(EMPTY_VALUES) })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isIncomplete) send({ swid, s2, force: false })
  }

  return (
    <form className={styles['form']} onSubmit={submit} aria-label="Provider Cookies">
      <RawCookieField
        value={values.raw}
        disabled={disabled}
        onChange={(raw) => updateValues({ raw, ...toFormValues(parseCookies(raw)) })}
      />
      <TextField
        label="SWID"
        value={swid}
        onChange={(text) => updateValues({ swid: text })}
        problem={told['swid']}
        hint="With its braces."
        disabled={disabled}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label="espn_s2"
        value={s2}
        onChange={(text) => updateValues({ s2: text })}
        problem={told['s2']}
        hint="A few hundred characters long."
        disabled={disabled}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={styles['end']}>
        {isWithoutLeague && league === '' ? <Notice tone="bad">Select a league first.</Notice> : null}
        <SaveResult save={save} />
        <div className={styles['buttons']}>
          <Button type="submit" variant="strong" disabled={disabled || isIncomplete || save.isPending}>
            {save.isPending ? 'Trying and saving…' : 'Save cookies'}
          </Button>
          {isRejectedByProvider(save.error) ? (
            <Button onClick={() => send({ swid, s2, force: true })}>Save anyway</Button>
          ) : null}
          <ConfirmButton
            disabled={disabled || save.isPending}
            question={league === '' ? 'Clear the cookies?' : `Clear the cookies of ${league}?`}
            consequence="The league’s own cookies are deleted. A refresh then uses the server’s, if it has any."
            confirmLabel="Clear them"
            onConfirm={() => send({ swid: '', s2: '', force: false })}
          >
            Clear cookies
          </ConfirmButton>
        </div>
      </div>
    </form>
  )
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

/** What was found goes into its field; the other field stays. */
function toFormValues({ swid, s2 }: ParsedCookies): { swid?: string; s2?: string } {
  return { ...(swid === null ? {} : { swid }), ...(s2 === null ? {} : { s2 }) }
}

/** Text without a cookie in it is named by its field, and is refused however often it is sent. */
function isRejectedByProvider(error: unknown): boolean {
  return (
    error instanceof ApiError && error.code === 'cookies_refused' && Object.keys(error.fields).length === 0
  )
}
