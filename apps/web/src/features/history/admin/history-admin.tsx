import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, getErrorMessage } from '../../../api/api-client.ts'
import { isJobActive, jobsQuery, type LeagueJob } from '../../../api/operations.ts'
import { useNow } from '../../../api/page-environment.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { EmptyState, Loaded, Notice, Skeleton } from '../../../ui/feedback/feedback.tsx'
import { formatTimeAgo } from '../../../ui/format/date-time.ts'
import { formatCount } from '../../../ui/format/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox, TextField } from '../../../ui/forms/field.tsx'
import forms from '../../../ui/forms/forms.module.css'
import { ActionForm, Form, useForm } from '../../../ui/forms/use-form.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Fill, Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { SeasonField } from '../../../ui/navigation/tab-header.tsx'
import { ConfirmButton } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../history.module.css'
import { Section } from '../section.tsx'
import { TrophyPicture } from '../trophy-picture.tsx'
import type { History, Trophy } from '../use-history.ts'
import { OwnerMerges } from './owner-merges.tsx'
import { SeasonList } from './season-list.tsx'
import { SeasonUpload } from './season-upload.tsx'
import {
  type BackfillBody,
  JobProgress,
  useBackfill,
  useDeletePicture,
  useDeleteTrophy,
  useDescribeTrophy,
  useUploadPicture,
  useUploadTrophy,
} from './use-history-admin.tsx'

type Props = { league: string; history: History; currentYear: number }

export function HistoryAdmin({ league, history, currentYear }: Props) {
  return (
    <Section title="History Admin">
      <Stack gap={3}>
        <Disclosure title="Backfill past seasons" level={3} defaultOpen>
          <Backfill
            league={league}
            currentYear={currentYear}
            missingSeasons={history.all_time.missing_seasons}
          />
        </Disclosure>
        <Disclosure title="Stored seasons" level={3} defaultOpen>
          <SeasonList league={league} seasons={history.seasons} />
        </Disclosure>
        <Disclosure title="Upload seasons" level={3}>
          <SeasonUpload league={league} />
        </Disclosure>
        <Disclosure title="Merge owners" level={3}>
          <OwnerMerges league={league} />
        </Disclosure>
        <Disclosure title="Trophy picture" level={3}>
          <TrophyAdmin league={league} trophy={history.trophy ?? null} />
        </Disclosure>
        <Disclosure title="Owner pictures" level={3}>
          <OwnerPictures league={league} people={history.people} />
        </Disclosure>
      </Stack>
    </Section>
  )
}

type BackfillProps = {
  league: string
  currentYear: number
  /** Seasons that ESPN lists but that are not stored, oldest first. */
  missingSeasons: readonly number[]
}

function Backfill({ league, currentYear, missingSeasons }: BackfillProps) {
  const jobs = useQuery(jobsQuery(league))
  const backfill = useBackfill(league)
  const running = jobs.data?.find(isJobActive)
  const isBusy = backfill.isPending || running !== undefined
  return (
    <Stack>
      <BackfillForm
        currentYear={currentYear}
        firstMissing={missingSeasons[0] ?? null}
        backfill={backfill}
        isBusy={isBusy}
      />
      {isBusy ? <JobProgress job={running} /> : null}
      <Loaded
        query={jobs}
        errorTitle="Failed to load running jobs"
        skeleton={<Skeleton label="Checking for running jobs" rows={1} height={32} />}
      >
        {(all) => <BackfillOutcome job={isBusy ? undefined : all.find(({ kind }) => kind === 'backfill')} />}
      </Loaded>
    </Stack>
  )
}

type BackfillOutcomeProps = {
  /** undefined if no backfill has finished. */
  job: LeagueJob | undefined
}

function BackfillOutcome({ job }: BackfillOutcomeProps) {
  const now = useNow()
  if (job === undefined) return null
  const timeAgo = job.ended_at === null ? '' : ` ${formatTimeAgo(new Date(job.ended_at), now)}`
  const { backfill } = job
  if (backfill === null)
    return (
      <Notice tone={job.state === 'failed' ? 'bad' : 'info'}>{`Last backfill${timeAgo}: ${job.step}`}</Notice>
    )
  const { ingested, skipped, failed } = backfill
  return (
    <Notice tone={failed.length > 0 ? 'warn' : 'good'}>
      <p>
        Last backfill{timeAgo}: {ingested.length === 0 ? 'no seasons read' : `read ${ingested.join(', ')}`}
        {skipped.length === 0 ? '' : `; skipped ${skipped.join(', ')}`}.
      </p>
      {failed.map(({ year, reason }) => (
        <p key={year}>
          {year}: {reason}
        </p>
      ))}
    </Notice>
  )
}

type Person = History['people'][number]

function OwnerPictures({ league, people }: { league: string; people: readonly Person[] }) {
  if (people.length === 0)
    return <EmptyState hint="Owners show up here once a season is stored.">No owners yet.</EmptyState>
  return (
    <Grid as="ul" min={340} gap={0}>
      {people.map((person) => (
        <OwnerPictureRow key={person.owner} league={league} person={person} />
      ))}
    </Grid>
  )
}

function OwnerPictureRow({ league, person: { owner, slug, picture } }: { league: string; person: Person }) {
  const upload = useUploadPicture(league)
  const remove = useDeletePicture(league)
  const isBusy = upload.isPending || remove.isPending
  const error = upload.error ?? remove.error
  return (
    <Row as="li" wraps className={ui.listItem}>
      <Avatar name={owner} src={picture} size="m" />
      <Fill as="span" style={{ flexBasis: 104 }}>
        {owner}
      </Fill>
      {slug === '' ? (
        <span className={ui.note}>Names without letters can't have a picture.</span>
      ) : (
        <PictureButtons
          label={`Picture of ${owner}`}
          hasPicture={picture !== null}
          isUploading={upload.isPending}
          isBusy={isBusy}
          onSelect={(file) => {
            remove.reset()
            upload.mutate({ owner, file })
          }}
          removeLabel={`Remove ${owner}'s picture`}
          consequence="Initials will be shown instead."
          onRemove={() => {
            upload.reset()
            remove.mutate(owner)
          }}
        />
      )}
      {error === null ? null : <Notice tone="bad">{getErrorMessage(error, 'Upload failed.')}</Notice>}
    </Row>
  )
}

const MAX_DESCRIPTION_LENGTH = 200

function TrophyAdmin({ league, trophy }: { league: string; trophy: Trophy | null }) {
  const stored = trophy?.description ?? ''
  // null shows what is stored, which another admin may change.
  const [draft, setDraft] = useState<string | null>(null)
  const upload = useUploadTrophy(league)
  const describe = useDescribeTrophy(league)
  const remove = useDeleteTrophy(league)
  const actions = [upload, describe, remove]
  const isBusy = actions.some(({ isPending }) => isPending)
  const error = upload.error ?? describe.error ?? remove.error
  const problem = error instanceof ApiError ? error.fields?.['description'] : undefined
  const description = draft ?? stored
  const resetErrors = () => {
    for (const action of actions) action.reset()
  }
  return (
    <Row wraps gap={5} align="start">
      <TrophyPicture trophy={trophy} />
      <Stack gap={3} style={{ flex: '1 1 260px' }}>
        <p className={ui.note}>
          A photo of the trophy, shown in the trophy case and on the shelves of champions.
        </p>
        <Form
          gap={2}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            resetErrors()
            describe.mutate({ description }, { onSuccess: () => setDraft(null) })
          }}
        >
          <TextField
            label="What the picture shows"
            hint="Read to people who can't see it, like “A silver cup with a football on top”."
            value={description}
            maxLength={MAX_DESCRIPTION_LENGTH}
            problem={problem}
            onChange={setDraft}
          />
          {trophy === null ? null : (
            <Button type="submit" disabled={isBusy || description.trim() === stored}>
              {describe.isPending ? 'Saving…' : 'Save description'}
            </Button>
          )}
        </Form>
        <PictureButtons
          label="Picture of the trophy"
          hasPicture={trophy !== null}
          isUploading={upload.isPending}
          isBusy={isBusy}
          onSelect={(file) => {
            resetErrors()
            upload.mutate({ file, description }, { onSuccess: () => setDraft(null) })
          }}
          removeLabel="Remove the trophy picture"
          consequence="A drawing of a cup will be shown instead."
          onRemove={() => {
            resetErrors()
            remove.mutate(undefined, { onSuccess: () => setDraft(null) })
          }}
        />
        {error === null || problem !== undefined ? null : (
          <Notice tone="bad">{getErrorMessage(error, 'Upload failed.')}</Notice>
        )}
      </Stack>
    </Row>
  )
}

type PictureButtonsProps = {
  label: string
  hasPicture: boolean
  isUploading: boolean
  isBusy: boolean
  onSelect: (file: File) => void
  removeLabel: string
  consequence: string
  onRemove: () => void
}

function PictureButtons({
  label,
  hasPicture,
  isUploading,
  isBusy,
  onSelect,
  ...removal
}: PictureButtonsProps) {
  return (
    <Row wraps>
      <label className={`${forms.button} ${styles.upload}`} data-busy={isBusy || undefined}>
        {isUploading ? 'Uploading…' : hasPicture ? 'Replace' : 'Add'}
        <input
          type="file"
          className={ui.invisible}
          accept="image/*"
          aria-label={label}
          disabled={isBusy}
          onChange={(event) => {
            const file = event.target.files?.[0]
            // Clear the input so that the same file can be selected again after a failure.
            event.target.value = ''
            if (file !== undefined) onSelect(file)
          }}
        />
      </label>
      {hasPicture ? (
        <ConfirmButton
          label={removal.removeLabel}
          consequence={removal.consequence}
          confirmLabel="Remove picture"
          disabled={isBusy}
          onConfirm={removal.onRemove}
        >
          Remove
        </ConfirmButton>
      ) : null}
    </Row>
  )
}

/** Source: specification, 9 "History backfill defaults". */
const FIRST_SEASON = 2011

type BackfillFormProps = {
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

function BackfillForm({ currentYear, firstMissing, backfill, isBusy }: BackfillFormProps) {
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
