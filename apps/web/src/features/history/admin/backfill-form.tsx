import { type SubmitEvent, useState } from 'react'
import { ApiError, getErrorMessage, getFieldErrors } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SeasonField } from '../../../ui/navigation/season-chooser.tsx'
import styles from './history-admin.module.css'
import type { BackfillBody, useBackfill } from './use-history-admin.ts'

/** Source: specification, 9 "History backfill defaults". */
const FIRST_SEASON = 2011

type Props = {
  currentYear: number
  backfill: ReturnType<typeof useBackfill>
  /** Whether a backfill is already running. */
  isBusy: boolean
}

export function BackfillForm({ currentYear, backfill, isBusy }: Props) {
  const [form, setForm] = useState(() => ({ ...EMPTY_VALUES, end: String(currentYear) }))
  const fieldErrors = getFieldErrors(backfill.error)
  const isWrongPassword = backfill.error instanceof ApiError && backfill.error.code === 'password_incorrect'
  const setField = (name: keyof typeof form) => (value: string) => setForm({ ...form, [name]: value })

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) backfill.mutate(toRequestBody(form), { onSuccess: () => setForm({ ...form, password: '' }) })
  }

  return (
    <form className={styles['form']} onSubmit={handleSubmit} aria-label="Backfill">
      <SeasonField
        label="First season"
        last={currentYear}
        value={form.start}
        onChange={setField('start')}
        problem={fieldErrors['start']}
      />
      <SeasonField
        label="Last season"
        last={currentYear}
        value={form.end}
        onChange={setField('end')}
        problem={fieldErrors['end']}
      />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        value={form.password}
        onChange={setField('password')}
        hint="Confirm your password to start. A backfill can take a while."
        problem={isWrongPassword ? backfill.error?.message : fieldErrors['password']}
      />
      <details className={styles['cookies']}>
        <summary>Use other cookies for this run</summary>
        <div className={styles['form']}>
          <TextField
            label="espn_s2"
            autoComplete="off"
            value={form.espnS2}
            onChange={setField('espnS2')}
            problem={fieldErrors['espn_s2']}
          />
          <TextField
            label="SWID"
            autoComplete="off"
            value={form.swid}
            onChange={setField('swid')}
            problem={fieldErrors['swid']}
          />
          <TextField
            label="Cookie header"
            autoComplete="off"
            value={form.cookieHeader}
            onChange={setField('cookieHeader')}
            problem={fieldErrors['cookie_header']}
          />
          <p className={`${styles['hint']} ${styles['fullWidth']}`}>
            These aren't saved. Leave blank to use the league's cookies.
          </p>
        </div>
      </details>
      <div className={styles['checkboxes']}>
        <Checkbox
          label="Re-read seasons that are already stored and final (force)"
          checked={form.force}
          onChange={(force) => setForm({ ...form, force })}
        />
        <Checkbox
          label="Also read every week's box scores (scrape). Adds lineups for every game, but takes longer"
          checked={form.scrape}
          onChange={(scrape) => setForm({ ...form, scrape })}
        />
      </div>
      <div className={styles['actions']}>
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
    </form>
  )
}

const EMPTY_VALUES = {
  start: String(FIRST_SEASON),
  end: '',
  password: '',
  espnS2: '',
  swid: '',
  cookieHeader: '',
  force: false,
  scrape: false,
}

/** Sends blank cookie fields as null. */
function toRequestBody({
  start,
  end,
  password,
  espnS2,
  swid,
  cookieHeader,
  force,
  scrape,
}: typeof EMPTY_VALUES): BackfillBody {
  return {
    start: Number(start),
    end: Number(end),
    password,
    espn_s2: espnS2.trim() === '' ? null : espnS2,
    swid: swid.trim() === '' ? null : swid,
    cookie_header: cookieHeader.trim() === '' ? null : cookieHeader,
    force,
    scrape,
  }
}
