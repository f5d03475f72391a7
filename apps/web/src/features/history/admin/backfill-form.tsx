import { ApiError } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { SeasonField } from '../../../ui/navigation/season-chooser.tsx'
import ui from '../../../ui/ui.module.css'
import type { BackfillBody, useBackfill } from './use-history-admin.ts'

/** Source: specification, 9 "History backfill defaults". */
const FIRST_SEASON = 2011

type Props = {
  currentYear: number
  /** The first season that ESPN lists but that is not stored; null if there is none. */
  firstMissing: number | null
  backfill: ReturnType<typeof useBackfill>
  isBusy: boolean
}

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

export function BackfillForm({ currentYear, firstMissing, backfill, isBusy }: Props) {
  const form = useForm({
    initial: {
      ...EMPTY_VALUES,
      start: String(Math.min(FIRST_SEASON, firstMissing ?? FIRST_SEASON)),
      end: String(currentYear),
    },
    mutation: backfill,
    toRequest: (values) => (isBusy ? null : toRequestBody(values)),
    onSent: () => form.change({ password: '' }),
    clears: false,
  })
  const isWrongPassword = form.error instanceof ApiError && form.error.code === 'password_incorrect'
  const { problem, ...password } = form.field('password')
  const { value: force, onChange: setForce } = form.field('force')
  const { value: scrape, onChange: setScrape } = form.field('scrape')
  return (
    <ActionForm
      // A wrong password is shown at its field.
      form={isWrongPassword ? { ...form, error: null } : form}
      label="Backfill"
      action={isBusy ? 'Running…' : 'Start backfill'}
      busy="Running…"
      isReady={!isBusy}
      outcome={
        backfill.isSuccess ? (
          <Notice tone="good">
            Backfill complete. The league has had {formatCount(backfill.data.aggregate.managers, 'manager')}.
          </Notice>
        ) : null
      }
    >
      <Grid min={200}>
        <SeasonField label="First season" last={currentYear} {...form.field('start')} />
        <SeasonField label="Last season" last={currentYear} {...form.field('end')} />
        <TextField
          {...password}
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          hint="Confirm your password to start. A backfill can take a while."
          problem={isWrongPassword ? form.error?.message : problem}
        />
      </Grid>
      <details className={ui.link}>
        <summary>Use other cookies for this run</summary>
        <Grid min={200}>
          <TextField label="espn_s2" autoComplete="off" {...form.field('espn_s2')} />
          <TextField label="SWID" autoComplete="off" {...form.field('swid')} />
          <TextField label="Cookie header" autoComplete="off" {...form.field('cookie_header')} />
        </Grid>
        <p className={ui.note}>These aren't saved. Leave blank to use the league's cookies.</p>
      </details>
      <Stack gap={1}>
        <Checkbox
          label="Re-read seasons that are already stored and final (force)"
          checked={force}
          onChange={setForce}
        />
        <Checkbox
          label="Also read every week's box scores (scrape). Adds lineups for every game, but takes longer"
          checked={scrape}
          onChange={setScrape}
        />
      </Stack>
    </ActionForm>
  )
}

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
