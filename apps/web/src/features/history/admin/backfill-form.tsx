import { type SubmitEvent, useState } from 'react'
import { ApiError, getErrorMessage, getFieldErrors } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { SeasonField } from '../../../ui/navigation/season-chooser.tsx'
import ui from '../../../ui/ui.module.css'
import styles from './history-admin.module.css'
import type { BackfillBody, useBackfill } from './use-history-admin.ts'

/** Source: specification, 9 "History backfill defaults". */
const FIRST_SEASON = 2011

type Props = {
  currentYear: number
  /** The first season that ESPN lists but that is not stored; null if there is none. */
  firstMissing: number | null
  backfill: ReturnType<typeof useBackfill>
  /** Whether a backfill is already running. */
  isBusy: boolean
}

/** The values as typed. */
const EMPTY_VALUES = {
  start: String(FIRST_SEASON),
  end: '',
  password: '',
  espn_s2: '',
  swid: '',
  cookie_header: '',
  force: false,
  scrape: false,
}

type TextName = 'start' | 'end' | 'password' | 'espn_s2' | 'swid' | 'cookie_header'

export function BackfillForm({ currentYear, firstMissing, backfill, isBusy }: Props) {
  const [values, setValues] = useState(() => ({
    ...EMPTY_VALUES,
    start: String(Math.min(FIRST_SEASON, firstMissing ?? FIRST_SEASON)),
    end: String(currentYear),
  }))
  const fieldErrors = getFieldErrors(backfill.error)
  const isWrongPassword = backfill.error instanceof ApiError && backfill.error.code === 'password_incorrect'
  const fieldProps = (name: TextName) => ({
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    problem: fieldErrors[name],
  })

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    backfill.mutate(toRequestBody(values), { onSuccess: () => setValues({ ...values, password: '' }) })
  }

  return (
    <Form className={styles.form} onSubmit={handleSubmit} aria-label="Backfill">
      <SeasonField label="First season" last={currentYear} {...fieldProps('start')} />
      <SeasonField label="Last season" last={currentYear} {...fieldProps('end')} />
      <TextField
        {...fieldProps('password')}
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        hint="Confirm your password to start. A backfill can take a while."
        problem={isWrongPassword ? backfill.error?.message : fieldErrors['password']}
      />
      <details className={`${ui.link} ${styles.fullWidth}`}>
        <summary>Use other cookies for this run</summary>
        <div className={styles.form}>
          <TextField label="espn_s2" autoComplete="off" {...fieldProps('espn_s2')} />
          <TextField label="SWID" autoComplete="off" {...fieldProps('swid')} />
          <TextField label="Cookie header" autoComplete="off" {...fieldProps('cookie_header')} />
          <p className={`${ui.note} ${styles.fullWidth}`}>
            These aren't saved. Leave blank to use the league's cookies.
          </p>
        </div>
      </details>
      <div className={styles.checkboxes}>
        <Checkbox
          label="Re-read seasons that are already stored and final (force)"
          checked={values.force}
          onChange={(force) => setValues({ ...values, force })}
        />
        <Checkbox
          label="Also read every week's box scores (scrape). Adds lineups for every game, but takes longer"
          checked={values.scrape}
          onChange={(scrape) => setValues({ ...values, scrape })}
        />
      </div>
      <div className={styles.actions}>
        <Button type="submit" variant="strong" disabled={isBusy}>
          {isBusy ? 'Running…' : 'Start backfill'}
        </Button>
        {backfill.isError && !isWrongPassword ? (
          <Notice tone="bad">{getErrorMessage(backfill.error, 'Something went wrong.')}</Notice>
        ) : null}
        {backfill.isSuccess ? (
          <Notice tone="good">
            Backfill complete. The league has had {formatCount(backfill.data.aggregate.managers, 'manager')}.
          </Notice>
        ) : null}
      </div>
    </Form>
  )
}

/** Sends blank cookie fields as null. */
function toRequestBody(values: typeof EMPTY_VALUES): BackfillBody {
  const orNull = (text: string) => (text.trim() === '' ? null : text)
  return {
    ...values,
    start: Number(values.start),
    end: Number(values.end),
    espn_s2: orNull(values.espn_s2),
    swid: orNull(values.swid),
    cookie_header: orNull(values.cookie_header),
  }
}
