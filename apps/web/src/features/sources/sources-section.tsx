import { LEAGUE_PROVIDERS, READ_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { parseLeagueEntry } from '@fieldhouse/domain/league/provider-input'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import {
  isJobActive,
  jobsQuery,
  type LeagueJob,
  leagueQuery,
  leagueQueryKey,
  useChange,
  useSend,
} from '../../api/operations.ts'
import { useRefetchAfterJobs } from '../../api/use-refetch-after-jobs.ts'
import { PlatformMark } from '../../ui/display/marks.tsx'
import { ErrorNotice, Loaded, MutationNotice, Notice } from '../../ui/feedback/feedback.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { formatCount, formatSeasonRanges } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { RadioGroup, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, type FormState, useForm } from '../../ui/forms/use-form.tsx'
import { Grid, Row, Section, Stack, Text } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'

type RenderLeagues = (username: string, onChoose: (leagueId: string) => void) => ReactNode

type Props = {
  league: string
  renderLeagues: RenderLeagues
}

export function SourcesSection({ league, renderLeagues }: Props) {
  const query = useQuery(sourcesQuery(league))
  const remove = useRemoveSource(league)
  const jobs = useQuery(jobsQuery(league, { isAlwaysPolled: true })).data ?? []
  const isBusy = jobs.some(isJobActive)
  useRefetchAfterJobs(league, isBusy)

  return (
    <Stack>
      <p className={ui.note}>
        If your league got a new ID or moved to another platform, add it with its first season. Seasons that
        are stored are never taken away. A Sleeper league has all of its seasons.
      </p>
      <Loaded query={query} name="the sources" rows={1} height={56}>
        {({ sources }) => (
          <Stack gap={4}>
            <ul aria-label="Sources">
              {sources.map((source) => (
                <SourceRow
                  key={source.id}
                  league={league}
                  source={source}
                  sources={sources}
                  jobs={jobs}
                  remove={remove}
                />
              ))}
              {sources.length === 0 ? (
                <li className={ui.note}>No source. The stored seasons are not refreshed.</li>
              ) : null}
            </ul>
            <MutationNotice mutation={remove} fallback="Failed" />
            <Section title="Add a source" level={3}>
              <AddSourceForm
                league={league}
                sources={sources}
                renderLeagues={renderLeagues}
                onAdd={() => remove.reset()}
              />
            </Section>
          </Stack>
        )}
      </Loaded>
    </Stack>
  )
}

type SourceRowProps = {
  league: string
  source: Source
  sources: readonly Source[]
  jobs: readonly LeagueJob[]
  remove: ReturnType<typeof useRemoveSource>
}

function SourceRow({ league, source, sources, jobs, remove }: SourceRowProps) {
  const [isEditing, setEditing] = useState(false)
  const name = nameOf(source)
  return (
    <Stack as="li" gap={3} className={ui.listItem}>
      <Row isSpread wraps gap={3}>
        <div>
          <PlatformMark provider={source.provider} />{' '}
          <a href={source.url} target="_blank" rel="noopener">
            {name}
          </a>
          <p className={ui.note}>
            {formatRange(source)} · {formatCount(source.seasons.length, 'season')} stored
            {source.missing.length > 0 ? ` · ${formatSeasonRanges(source.missing.toReversed())} missing` : ''}
          </p>
        </div>
        <Row gap={2}>
          <Button
            aria-label={`Edit seasons of ${name}`}
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            Edit seasons
          </Button>
          <ConfirmButton
            label={`Remove ${name}`}
            consequence={[
              'Its seasons stay, and are no longer refreshed.',
              ...source.gives_back.map(
                (each) => `${nameOf(each)} is read for ${formatRange(each).toLowerCase()} again.`,
              ),
            ].join(' ')}
            confirmLabel="Remove"
            disabled={remove.isPending}
            onConfirm={() => remove.mutate(source.id)}
          />
        </Row>
      </Row>
      {isEditing ? (
        <EditSourceForm league={league} source={source} sources={sources} onDone={() => setEditing(false)} />
      ) : null}
      <ReadSeasons league={league} source={source} jobs={jobs} />
    </Stack>
  )
}

function nameOf({ provider, league_id }: Pick<Source, 'provider' | 'league_id'>): string {
  return `${LEAGUE_PROVIDERS[provider].label} league ${league_id}`
}

function formatRange({
  first_season: first,
  last_season: last,
}: Pick<Source, 'first_season' | 'last_season'>): string {
  if (first === null) return last === null ? 'All seasons' : `Until ${last}`
  return last === null ? `Since ${first}` : first === last ? `${first}` : `${first}–${last}`
}

const PROVIDER_OPTIONS = READ_PROVIDERS.map((value) => ({ value, label: LEAGUE_PROVIDERS[value].label }))

type Provider = (typeof READ_PROVIDERS)[number]

const NO_VALUES: { chosen: Provider; leagueId: string; from: string; to: string } = {
  chosen: 'espn',
  leagueId: '',
  from: '',
  to: '',
}

type FormProps = Props & { sources: readonly Source[]; onAdd: () => void }

function AddSourceForm({ league, sources, renderLeagues, onAdd }: FormProps) {
  /** Whose leagues are listed; null for nobody. */
  const [username, setUsername] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasListed = useRef(false)
  // The league that was chosen is gone from the page.
  useEffect(() => {
    if (wasListed.current && username === null) button.current?.focus()
    wasListed.current = username !== null
  }, [username])
  const preview = useChangeSource(league, { preview: true })
  const add = useChangeSource(league, { preview: false })
  const form = useForm({
    initial: NO_VALUES,
    mutation: preview,
    clears: false,
    check: ({ chosen, leagueId, from, to }) => ({
      leagueId: platformProblem(chosen, leagueId),
      from: seasonProblem(from),
      to: seasonProblem(to),
    }),
    toRequest: ({ chosen, leagueId, from, to }): SourceChange | null =>
      leagueId.trim() === ''
        ? null
        : {
            provider: providerOf(chosen, leagueId),
            league_id: leagueId,
            from: toSeason(from),
            to: toSeason(to),
          },
  })
  const { chosen, leagueId } = form.draft
  const entry = parseLeagueEntry(leagueId, chosen)
  const provider = providerOf(chosen, leagueId)

  function submit(event: SubmitEvent) {
    if (entry?.kind !== 'user') {
      onAdd()
      add.reset()
      return form.submit(event)
    }
    event.preventDefault()
    setUsername(entry.username)
  }

  return (
    <Stack gap={3}>
      <ActionForm
        form={{ ...form, submit }}
        label="Add source"
        action={entry?.kind === 'user' ? 'Find leagues' : 'Add source'}
        busy="Checking…"
        fallback="Failed"
        isReady={leagueId.trim() !== ''}
        isStrong={false}
        button={button}
      >
        <RadioGroup
          label="Platform"
          options={PROVIDER_OPTIONS}
          value={provider}
          onChange={(value) => form.change({ chosen: value })}
        />
        <TextField
          {...form.field('leagueId', 'league_id')}
          label={provider === 'sleeper' ? 'Sleeper league ID, URL or username' : 'ESPN league ID or URL'}
          autoComplete="off"
        />
        {username === null || entry?.kind !== 'user' || entry.username !== username
          ? null
          : renderLeagues(username, (id) => {
              setUsername(null)
              form.change({ leagueId: id })
            })}
        <RangeFields form={form} />
      </ActionForm>
      <Changes
        before={sources}
        isAsked={form.isSaved}
        preview={preview}
        save={add}
        action="Add this source"
        onSaved={form.reset}
        onCancel={() => preview.reset()}
      />
      <MutationNotice mutation={{ error: null, data: add.data }} fallback="" />
    </Stack>
  )
}

type EditProps = { league: string; source: Source; sources: readonly Source[]; onDone: () => void }

function EditSourceForm({ league, source, sources, onDone }: EditProps) {
  const preview = useChangeSource(league, { preview: true })
  const save = useChangeSource(league, { preview: false })
  const form = useForm({
    initial: { from: `${source.first_season ?? ''}`, to: `${source.last_season ?? ''}` },
    mutation: preview,
    clears: false,
    isEdit: true,
    check: ({ from, to }) => ({ from: seasonProblem(from), to: seasonProblem(to) }),
    toRequest: ({ from, to }) => ({ id: source.id, from: toSeason(from), to: toSeason(to) }),
  })
  return (
    <Stack gap={3}>
      <ActionForm
        form={form}
        label={`Seasons of ${nameOf(source)}`}
        action="Show what changes"
        busy="Checking…"
        fallback="Failed"
        isStrong={false}
        others={<Button onClick={onDone}>Cancel</Button>}
      >
        <RangeFields form={form} />
      </ActionForm>
      <Changes
        before={sources}
        isAsked={form.isSaved}
        preview={preview}
        save={save}
        action="Save"
        onSaved={onDone}
        onCancel={onDone}
      />
    </Stack>
  )
}

const YEAR = { inputMode: 'numeric', autoComplete: 'off' } as const

function RangeFields({ form }: { form: Pick<FormState<{ from: string; to: string }>, 'field'> }) {
  return (
    <Grid min={160}>
      <TextField {...form.field('from')} {...YEAR} label="First season (optional)" />
      <TextField {...form.field('to')} {...YEAR} label="Last season (optional)" />
    </Grid>
  )
}

type ChangesProps = {
  before: readonly Source[]
  /** Whether the preview is of what is entered. */
  isAsked: boolean
  preview: ReturnType<typeof useChangeSource>
  save: ReturnType<typeof useChangeSource>
  action: string
  onSaved: () => void
  onCancel: () => void
}

function Changes({ before, isAsked, preview, save, action, onSaved, onCancel }: ChangesProps) {
  if (!isAsked || preview.data === undefined) return null
  const { sources: after, message } = preview.data
  return (
    <Stack as="section" gap={3} className={ui.card} aria-label="What changes">
      <h3 ref={focusWhenShown} tabIndex={-1}>
        What changes
      </h3>
      <ul>
        {after.map((source) => {
          const former = before.find(({ id }) => id === source.id)
          const now = former === undefined ? 'New' : formatRange(former)
          return (
            <Row
              as="li"
              key={`${nameOf(source)} ${formatRange(source)}`}
              isSpread
              wraps
              gap={3}
              className={ui.listItem}
            >
              <span>
                <PlatformMark provider={source.provider} /> {nameOf(source)}
              </span>
              <Row as="span" gap={2}>
                {now === formatRange(source) ? (
                  <span className={ui.muted}>{now}, as before</span>
                ) : (
                  <>
                    <span className={ui.muted}>{now}</span>
                    <ArrowRight size={16} role="img" aria-label="then" />
                    <Text weight={600}>{formatRange(source)}</Text>
                  </>
                )}
              </Row>
            </Row>
          )
        })}
      </ul>
      <p className={ui.note}>{message}</p>
      <ErrorNotice error={save.error} fallback="Failed" />
      <Row wraps gap={2}>
        <Button
          variant="strong"
          disabled={save.isPending}
          onClick={() => save.mutate(preview.variables, { onSuccess: onSaved })}
        >
          {save.isPending ? 'Saving…' : action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Row>
    </Stack>
  )
}

function focusWhenShown(element: HTMLElement | null): void {
  element?.focus()
}

/** What is entered tells the platform. */
function providerOf(chosen: Provider, leagueId: string): Provider {
  const entry = parseLeagueEntry(leagueId, chosen)
  return entry === null || entry.kind === 'files' ? chosen : entry.provider
}

function platformProblem(chosen: Provider, leagueId: string): string | undefined {
  const entry = parseLeagueEntry(leagueId, chosen)
  return entry?.kind === 'files'
    ? `Leagues of ${entry.platform} can't be read. Add their seasons under “Upload Seasons”.`
    : undefined
}

/** The server checks which years there can be. */
function seasonProblem(text: string): string | undefined {
  return /^(?:\d{4})?$/.test(text.trim()) ? undefined : 'Enter a year, such as 2024.'
}

function toSeason(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** `jobs` are the newest first. */
function ReadSeasons({ league, source, jobs }: Pick<SourceRowProps, 'league' | 'source' | 'jobs'>) {
  const name = nameOf(source)
  const read = useReadSeasons(league)
  const running = jobs.find(isJobActive)
  const isBusy = read.isPending || (running !== undefined && read.isSuccess)
  const ended =
    read.isSuccess && running === undefined ? jobs.find(({ kind }) => kind === 'backfill') : undefined
  const isComplete = source.seasons.length > 0 && source.missing.length === 0
  if (isComplete && read.isIdle) return null
  const hasFailed = ended?.state === 'failed' || (ended?.backfill?.failed.length ?? 0) > 0
  return (
    <Stack gap={2}>
      {isBusy || (running !== undefined && !isComplete) ? (
        <>
          <ProgressBar label={`Reading ${name}`} job={running} waiting="Contacting the platform…" />
          <p className={ui.note}>This keeps running in the background.</p>
        </>
      ) : (
        <>
          <ErrorNotice error={read.error} fallback="Something went wrong." />
          {ended === undefined ? null : <Result job={ended} />}
          {isComplete && !hasFailed ? null : (
            <div>
              <Button
                variant="strong"
                onClick={() => read.mutate(source)}
                aria-label={`${hasFailed ? 'Try again' : 'Read its seasons'}: ${name}`}
              >
                {hasFailed ? 'Try again' : 'Read its seasons'}
              </Button>
            </div>
          )}
        </>
      )}
    </Stack>
  )
}

function Result({ job: { state, step, backfill } }: { job: LeagueJob }) {
  if (state === 'failed' || backfill === null) return <Notice tone="bad">{step}</Notice>
  const { ingested, failed } = backfill
  return (
    <Notice tone={failed.length > 0 ? 'warn' : ingested.length > 0 ? 'good' : 'info'}>
      <p>{ingested.length === 0 ? 'No season was found.' : `Read ${ingested.join(', ')}.`}</p>
      {failed.map(({ year, reason }) => (
        <p key={year}>
          {year}: {reason}
        </p>
      ))}
    </Notice>
  )
}

export type Source = ApiResponse<'GET /api/league/:league/sources/'>['sources'][number]

const sourcesQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/sources/', ['sources'], { league })

/** A source to add, or the range of the one with this ID. An open end is null. */
type SourceChange = { from: number | null; to: number | null } & (
  | { provider: Provider; league_id: string }
  | { id: number }
)

/** Adds or edits a source. With `preview`, it only asks which sources there would be. */
const useChangeSource = (league: string, { preview }: { preview: boolean }) =>
  useChange(
    (change: SourceChange) =>
      'id' in change
        ? apiClient('POST /api/league/:league/sources/edit/', {
            params: { league },
            body: { ...change, preview },
          })
        : apiClient('POST /api/league/:league/sources/', {
            params: { league },
            body: { ...change, preview },
          }),
    // The league's ID at ESPN, which other screens show, can change as well.
    { onSuccess: preview ? [] : [leagueQueryKey(league)] },
  )

const useRemoveSource = (league: string) =>
  useSend(
    'POST /api/league/:league/sources/remove/',
    (id: number) => ({ params: { league }, body: { id } }),
    { onSuccess: [leagueQueryKey(league)] },
  )

/** Starts to read the seasons of a source that are not stored, in a job. */
const useReadSeasons = (league: string) =>
  useSend(
    'POST /api/league/:league/seasons/read/',
    ({ first_season: from, last_season: to }: Source) => ({ params: { league }, body: { from, to } }),
    { onSettled: [jobsQuery(league).queryKey] },
  )
