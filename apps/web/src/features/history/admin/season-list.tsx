import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { getErrorMessage, getFieldErrors, getNewerValues } from '../../../api/api-client.ts'
import { useNow } from '../../../api/page-environment.ts'
import { ImportedMark, markedPlatform, PlatformMark } from '../../../ui/display/marks.tsx'
import { EditConflict, EmptyState, ErrorNotice, Loaded, Notice } from '../../../ui/feedback/feedback.tsx'
import { formatTimeAgo } from '../../../ui/format/date-time.ts'
import { formatCount } from '../../../ui/format/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/use-form.tsx'
import { Fill, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { DEPTH_LABELS, describeSource, historyQuery, type Season } from '../use-history.ts'
import {
  type StoredSeason,
  storedSeasonsQuery,
  useAcceptZeros,
  useExcludeSeason,
} from './use-history-admin.tsx'

export function DataHealth({ league }: { league: string }) {
  const history = useQuery(historyQuery(league))
  return (
    <Loaded query={history} name="seasons" rows={5} height={44}>
      {({ seasons }) => <SeasonList league={league} seasons={seasons} />}
    </Loaded>
  )
}

type SeasonListProps = {
  league: string
  /** Seasons of the league's history, for their exclusions from records. */
  seasons: readonly Season[]
}

export function SeasonList({ league, seasons }: SeasonListProps) {
  const stored = useQuery(storedSeasonsQuery(league))
  const now = useNow()
  const reasons = new Map(
    seasons.map(({ season, records_excluded: exclusion }) => [season, exclusion?.reason ?? null]),
  )
  return (
    <Loaded query={stored} name="seasons" rows={5} height={44}>
      {({ seasons: storedSeasons, missing }) => (
        <Stack>
          {missing.map(({ season, reason, at }) => (
            <Notice key={season} tone="warn">
              Couldn't load {season}. Last tried {formatTimeAgo(new Date(at), now)}: {reason}
            </Notice>
          ))}
          {storedSeasons.length === 0 ? (
            <EmptyState hint="Run a backfill or upload files.">No seasons stored yet.</EmptyState>
          ) : (
            <ul>
              {storedSeasons.map((season) => (
                <SeasonRow
                  key={season.season}
                  league={league}
                  season={season}
                  reason={reasons.get(season.season) ?? null}
                  now={now}
                />
              ))}
            </ul>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

type Props = {
  league: string
  season: StoredSeason
  /** Why the season is excluded from records; null if it counts. */
  reason: string | null
  now: Date
}

function SeasonRow({ league, season, reason, now }: Props) {
  const { findings, last_failure: failure } = season
  return (
    <Row as="li" wraps isSpread align="start" className={ui.listItem}>
      <Fill style={{ flexBasis: 220 }}>
        <Row>
          <Text as="strong" size="xl" isNumeric>
            {season.season}
          </Text>
          <PlatformMark provider={markedPlatform(season)} />
          {season.is_final ? null : (
            <span className={ui.alert} data-tone="info">
              In progress
            </span>
          )}
        </Row>
        <p className={ui.muted}>
          {describeSource(season)} {formatTimeAgo(new Date(season.fetched_at), now)}.{' '}
          {DEPTH_LABELS[season.depth]}: {formatCount(season.teams, 'team')},{' '}
          {formatCount(season.games, 'game')}.
          <ImportedMark imported={season.imported} />
        </p>
        {failure === null ? null : (
          <Text as="p" size="s" tone="bad">
            Refresh failed {formatTimeAgo(new Date(failure.at), now)}: {failure.reason}
          </Text>
        )}
        <FindingList findings={findings}>
          {({ code, week }) =>
            code === 'zeros_not_taken' && week !== null ? (
              <AcceptZeros league={league} season={season.season} week={week} />
            ) : null
          }
        </FindingList>
      </Fill>
      <ExclusionForm league={league} season={season.season} reason={reason} />
    </Row>
  )
}

type FindingListProps = Pick<StoredSeason, 'findings'> & {
  children?: (finding: StoredSeason['findings'][number]) => ReactNode
}

export function FindingList({ findings, children }: FindingListProps) {
  if (findings.length === 0) return null
  return (
    <details className={`${ui.link} ${ui.note}`}>
      <summary>{formatCount(findings.length, 'finding')}</summary>
      <ul>
        {findings.map((finding) => {
          const { code, detail, week, game_id: game } = finding
          return (
            <li key={`${code} ${week} ${game} ${detail}`}>
              {formatLocation(week, game)}
              {detail} {children?.(finding)}
            </li>
          )
        })}
      </ul>
    </details>
  )
}

type AcceptZerosProps = Pick<Props, 'league'> & { season: number; week: number }

/** Takes the zeros that the provider sends for a week, in place of its last scores. */
function AcceptZeros({ league, season, week }: AcceptZerosProps) {
  const accept = useAcceptZeros(league)
  const problem = accept.data?.error ?? null
  return (
    <>
      <Button
        aria-label={`Accept zeros: Week ${week} of ${season}`}
        disabled={accept.isPending}
        onClick={() => accept.mutate({ season, week })}
      >
        {accept.isPending ? 'Refreshing…' : 'Accept zeros'}
      </Button>
      <ErrorNotice error={accept.error} fallback="Something went wrong." />
      {problem === null ? null : <Notice tone="bad">{problem}</Notice>}
    </>
  )
}

/** 'Week 3, game 7: ', or an empty string for a finding about the whole season. */
function formatLocation(week: number | null, game: number | null): string {
  const parts = [week === null ? [] : `Week ${week}`, game === null ? [] : `game ${game}`].flat()
  return parts.length === 0 ? '' : `${parts.join(', ')}: `
}

type ExclusionFormProps = Pick<Props, 'league' | 'reason'> & { season: number }

const EXCLUSION_EDITS = {
  reason: (reason: string) =>
    reason === '' ? 'included the season again' : `excluded the season: “${reason}”`,
}

function ExclusionForm({ league, season, reason }: ExclusionFormProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const exclude = useExcludeSeason(league)
  const fieldError = getFieldErrors(exclude.error)['reason']
  const isConflict = getNewerValues(exclude.error) !== null
  const close = () => setDraft(null)

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (draft !== null)
      exclude.mutate({ season, reason: draft, expected: { reason: null } }, { onSuccess: close })
  }

  function discardDraft() {
    close()
    exclude.reset()
  }

  function saveMine(expected: { reason: string | null }) {
    if (exclude.variables !== undefined)
      exclude.mutate({ ...exclude.variables, expected }, { onSuccess: close })
  }

  return (
    <Stack gap={2} style={{ maxWidth: 420, justifyItems: 'start' }}>
      {reason === null ? null : (
        <p className={ui.alert} data-tone="warn">
          Excluded from records: {reason}
        </p>
      )}
      {draft !== null ? (
        <Form gap={2} onSubmit={handleSubmit} aria-label={`Exclude ${season} from records`}>
          <TextField
            label={`Why exclude ${season} from records?`}
            value={draft}
            onChange={setDraft}
            required
            maxLength={300}
            hint="All league members can see this."
            problem={fieldError}
          />
          <Row wraps>
            <Button type="submit" variant="strong" disabled={exclude.isPending}>
              Save
            </Button>
            <Button onClick={close}>Cancel</Button>
          </Row>
        </Form>
      ) : reason === null ? (
        <Button variant="quiet" aria-label={`Exclude from records: ${season}`} onClick={() => setDraft('')}>
          Exclude from records
        </Button>
      ) : (
        <Button
          aria-label={`Include again: ${season}`}
          disabled={exclude.isPending}
          onClick={() => exclude.mutate({ season, reason: null, expected: { reason } })}
        >
          Include again
        </Button>
      )}
      <EditConflict
        error={exclude.error}
        edits={EXCLUSION_EDITS}
        isSaving={exclude.isPending}
        onKeepTheirs={discardDraft}
        onSaveMine={saveMine}
      />
      {exclude.isError && !isConflict && fieldError === undefined ? (
        <Notice tone="bad">{getErrorMessage(exclude.error, 'Failed to save.')}</Notice>
      ) : null}
    </Stack>
  )
}
