import { LEAGUE_PROVIDERS, READ_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { parseLeagueEntry } from '@fieldhouse/domain/league/provider-input'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { hasErrorCode } from '../../api/api-error.ts'
import { PlatformMark } from '../../ui/display/platform-mark.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { ErrorNotice, MutationNotice, Notice } from '../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { RadioGroup } from '../../ui/forms/radio-group.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Grid, Stack } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx'
import ui from '../../ui/ui.module.css'
import {
  isRunning,
  jobsQuery,
  type NewSource,
  type Source,
  sourcesQuery,
  useAddSource,
  useReadSeasons,
  useRemoveSource,
} from './use-sources.ts'

type RenderLeagues = (username: string, onChoose: (leagueId: string) => void) => ReactNode

type Props = {
  league: string
  /** Lists the leagues of a Sleeper user to choose one. */
  renderLeagues: RenderLeagues
}

type ReadSeasonsProps = {
  league: string
  source: Source
  /** The name of the source, such as `Sleeper league 918335334096846848`. */
  name: string
}

/** Where the seasons of a league are read from, for its admins. */
export function SourcesSection({ league, renderLeagues }: Props) {
  const query = useQuery(sourcesQuery(league))
  const remove = useRemoveSource(league)

  return (
    <div className={ui.stack16}>
      <p className={ui.note}>
        If your league got a new ID or moved to another platform, add it with its first season. The earlier
        one keeps the seasons before it. A Sleeper league has all of its seasons.
      </p>
      <Loaded query={query} name="the sources" rows={1} height={56}>
        {({ sources }) => (
          <ul aria-label="Sources">
            {sources.map((source) => (
              <SourceRow
                key={source.id}
                league={league}
                source={source}
                isBusy={remove.isPending}
                onRemove={() => remove.mutate(source.id)}
              />
            ))}
            {sources.length === 0 ? (
              <li className={ui.note}>No source. The stored seasons are not refreshed.</li>
            ) : null}
          </ul>
        )}
      </Loaded>
      <MutationNotice mutation={remove} fallback="Failed" />
      <AddSourceForm league={league} renderLeagues={renderLeagues} onAdd={() => remove.reset()} />
    </div>
  )
}

type SourceRowProps = { league: string; source: Source; isBusy: boolean; onRemove: () => void }

function SourceRow({ league, source, isBusy, onRemove }: SourceRowProps) {
  const { label } = LEAGUE_PROVIDERS[source.provider]
  const name = `${label} league ${source.league_id}`
  return (
    <Stack as="li" gap={0}>
      <div className={`${ui.spread} ${ui.listItem}`}>
        <div>
          <PlatformMark provider={source.provider} />{' '}
          <a href={source.url} target="_blank" rel="noopener">
            {name}
          </a>
          <p className={ui.note}>
            {formatRange(source)} · {formatSeasons(source.seasons.length)}
          </p>
        </div>
        <ConfirmButton
          label={`Remove ${name}`}
          question={`Remove ${name}?`}
          consequence="Its seasons stay, and are no longer refreshed."
          confirmLabel="Remove"
          disabled={isBusy}
          onConfirm={onRemove}
        >
          Remove
        </ConfirmButton>
      </div>
      <ReadSeasons league={league} source={source} name={name} />
    </Stack>
  )
}

function formatRange({ first_season: first, last_season: last }: Source): string {
  if (first === null) return last === null ? 'All seasons' : `Until ${last}`
  return last === null ? `Since ${first}` : first === last ? `${first}` : `${first}–${last}`
}

function formatSeasons(count: number): string {
  return count === 1 ? '1 season stored' : `${count} seasons stored`
}

const PROVIDER_OPTIONS = READ_PROVIDERS.map((value) => ({ value, label: LEAGUE_PROVIDERS[value].label }))

const NO_VALUES: { chosen: NewSource['provider']; leagueId: string; from: string; to: string } = {
  chosen: 'espn',
  leagueId: '',
  from: '',
  to: '',
}

type FormProps = Props & { onAdd: () => void }

function AddSourceForm({ league, renderLeagues, onAdd }: FormProps) {
  /** Whose leagues are listed; null for nobody. */
  const [username, setUsername] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasListed = useRef(false)
  // The league that was chosen is gone from the page.
  useEffect(() => {
    if (wasListed.current && username === null) button.current?.focus()
    wasListed.current = username !== null
  }, [username])
  const add = useAddSource(league)
  const form = useForm({
    initial: NO_VALUES,
    mutation: add,
    check: ({ from, to }) => ({ from: seasonProblem(from), to: seasonProblem(to) }),
    toRequest: ({ chosen, leagueId, from, to }): NewSource | null =>
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
      return form.submit(event)
    }
    event.preventDefault()
    setUsername(entry.username)
  }

  return (
    <ActionForm
      form={{ ...form, submit }}
      label="Add source"
      action={entry?.kind === 'user' ? 'Find leagues' : 'Add source'}
      fallback="Failed"
      isReady={leagueId.trim() !== ''}
      isStrong={false}
      button={button}
      saved={add.data?.message}
      others={
        hasErrorCode(add.error, 'source_cut') ? (
          <Button disabled={add.isPending} onClick={() => form.send({ cut: true })}>
            Add it anyway
          </Button>
        ) : null
      }
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
      <Grid min={160}>
        <TextField {...form.field('from')} label="First season" inputMode="numeric" autoComplete="off" />
        <TextField
          {...form.field('to')}
          label="Last season (optional)"
          inputMode="numeric"
          autoComplete="off"
        />
      </Grid>
    </ActionForm>
  )
}

/** What is entered tells the platform. */
function providerOf(chosen: NewSource['provider'], leagueId: string): NewSource['provider'] {
  return parseLeagueEntry(leagueId, chosen)?.provider ?? chosen
}

/** The server checks which years there can be. */
function seasonProblem(text: string): string | undefined {
  return /^(?:\d{4})?$/.test(text.trim()) ? undefined : 'Enter a year, such as 2024.'
}

function toSeason(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** Reads all seasons of a source that has none yet, and shows the progress and the result. */
function ReadSeasons({ league, source, name }: ReadSeasonsProps) {
  const read = useReadSeasons(league)
  const running = useQuery(jobsQuery(league)).data?.jobs.find(isRunning)
  const action = read.data === undefined ? 'Read its seasons' : 'Try again'
  const isBusy = read.isPending || running !== undefined
  if (source.seasons.length > 0 && !read.isPending && read.data === undefined && read.error === null)
    return null
  return (
    <div className={ui.stack8}>
      {isBusy ? (
        <>
          <ProgressBar
            label={`Reading ${name}`}
            step={running?.step || 'Contacting the platform…'}
            done={running?.done ?? 0}
            total={running?.total ?? null}
          />
          <p className={ui.note}>This keeps running in the background.</p>
        </>
      ) : null}
      <ErrorNotice error={read.error} fallback="Something went wrong." />
      {read.data === undefined || isBusy ? null : <Result result={read.data} />}
      {isBusy || (read.data !== undefined && read.data.failed.length === 0) ? null : (
        <div>
          <Button variant="strong" onClick={() => read.mutate(source)} aria-label={`${action}: ${name}`}>
            {action}
          </Button>
        </div>
      )}
    </div>
  )
}

type ResultProps = { result: NonNullable<ReturnType<typeof useReadSeasons>['data']> }

function Result({ result: { ingested, skipped, failed } }: ResultProps) {
  const years = [...new Set([...ingested, ...skipped])].sort((a, b) => a - b)
  return (
    <Notice tone={failed.length > 0 ? 'warn' : years.length > 0 ? 'good' : 'info'}>
      <p>{years.length === 0 ? 'No season was found.' : `Read ${years.join(', ')}.`}</p>
      {failed.map(({ year, reason }) => (
        <p key={year}>
          {year}: {reason}
        </p>
      ))}
    </Notice>
  )
}
