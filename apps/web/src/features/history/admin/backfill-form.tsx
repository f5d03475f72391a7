import { type SubmitEvent, useState } from 'react'
import { ApiError, getErrorMessage, getFieldErrors } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Notice } from '../../../ui/notice.tsx'
import { SeasonField } from '../../../ui/season-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './history-admin.module.css'
import type { BackfillBody, useBackfill } from './use-history-admin.ts'

/** Source: specification, 9 "History backfill defaults". */
const FIRST_SEASON = 2011

type Props = {
  currentYear: number
  backfill: ReturnType<typeof useBackfill>
  /** Whether one is under way already. */
  isBusy: boolean
}

export function BackfillForm({ currentYear, backfill, isBusy }: Props) {
  const [form, setForm] = useState(() => ({ ...EMPTY_VALUES, end: String(currentYear) }))
  const problems = getFieldErrors(backfill.error)
  const isWrongPassword = backfill.error instanceof ApiError && backfill.error.code === 'password_incorrect'
  const set = (name: keyof typeof form) => (value: string) => setForm({ ...form, [name]: value })

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) backfill.mutate(toRequestBody(form), { onSuccess: () => setForm({ ...form, password: '' }) })
  }

  return (
    <form className={styles['form']} onSubmit={send} aria-label="Backfill">
      <SeasonField
        label="First season"
        last={currentYear}
        value={form.start}
        onChange={set('start')}
        problem={problems['start']}
      />
      <SeasonField
        label="Last season"
        last={currentYear}
        value={form.end}
        onChange={set('end')}
        problem={problems['end']}
      />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        value={form.password}
        onChange={set('password')}
        hint="Asked again because the work is heavy."
        problem={isWrongPassword ? backfill.error?.message : problems['password']}
      />
      <details className={styles['cookies']}>
        <summary>Other cookies for this run</summary>
        <div className={styles['form']}>
          <TextField
            label="espn_s2"
            autoComplete="off"
            value={form.espnS2}
            onChange={set('espnS2')}
            problem={problems['espn_s2']}
          />
          <TextField
            label="SWID"
            autoComplete="off"
            value={form.swid}
            onChange={set('swid')}
            problem={problems['swid']}
          />
          <TextField
            label="Cookie header"
            autoComplete="off"
            value={form.cookieHeader}
            onChange={set('cookieHeader')}
            problem={problems['cookie_header']}
          />
          <p className={`${styles['hint']} ${styles['wide']}`}>
            They are not stored. Without them, the league’s own cookies are used.
          </p>
        </div>
      </details>
      <div className={styles['checks']}>
        <Checkbox
          label="Read seasons again that are stored and final (force)"
          checked={form.force}
          onChange={(force) => setForm({ ...form, force })}
        />
        <Checkbox
          label="Read each week’s box scores too (scrape): line-ups for every game, but slower"
          checked={form.scrape}
          onChange={(scrape) => setForm({ ...form, scrape })}
        />
      </div>
      <div className={styles['end']}>
        <Button type="submit" variant="strong" disabled={isBusy}>
          {isBusy ? 'Running…' : 'Start the backfill'}
        </Button>
        {backfill.isError && !isWrongPassword ? (
          <Notice tone="bad">{getErrorMessage(backfill.error, 'Something went wrong.')}</Notice>
        ) : null}
        {backfill.isSuccess ? (
          <Notice tone="good">
            Done. The league has had {formatCount(backfill.data.aggregate.managers, 'manager')}.
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

/** What was left empty is not sent. */
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
