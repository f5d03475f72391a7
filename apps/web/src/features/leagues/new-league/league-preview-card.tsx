import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { Globe, Lock } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { ApiError, getFieldErrors } from '../../../api/api-error.ts'
import { useNow } from '../../../api/server-clock.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { ErrorNotice, Notice } from '../../../ui/feedback/notice.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import ui from '../../../ui/ui.module.css'
import styles from './new-league.module.css'
import { type Cookies, type LeaguePreview, useCreatePreviewedLeague } from './use-new-league.ts'

type Props = {
  preview: LeaguePreview
  /** The ID that was looked for. It can be of an earlier season. */
  requestedId: string | null
  cookies: Cookies | null
  onCreated: (created: { name: string; season: number; cookieError: Error | null }) => void
  onChange: () => void
}

/** The league as its provider has it, with a button that creates it. */
export function LeaguePreviewCard({ preview, requestedId, cookies, onCreated, onChange }: Props) {
  const { teams, season, seasons } = preview
  const { label, hasIdPerSeason } = LEAGUE_PROVIDERS[preview.provider]
  const [name, setName] = useState(preview.name ?? '')
  const [isNameMissing, setNameMissing] = useState(false)
  const create = useCreatePreviewedLeague()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const trimmed = name.trim()
    setNameMissing(trimmed === '')
    if (trimmed === '' || create.isPending) return
    create.mutate(
      { name: trimmed, source: { provider: preview.provider, leagueId: preview.league_id }, cookies },
      { onSuccess: ({ cookieError }) => onCreated({ name: trimmed, season, cookieError }) },
    )
  }

  const nameError = nameProblem(create.error)
  return (
    <section className={`${ui.card} ${ui.stack16}`} aria-label={`League on ${label}`}>
      <header className={ui.stack8}>
        <h2 className={ui.breakable}>{preview.name ?? `${label} league ${preview.league_id}`}</h2>
        <p className={styles.facts}>
          <span>Season {season}</span>
          <span>{formatCount(teams.length, 'team')}</span>
          <span>{describeSeasons(seasons)}</span>
          {/* Cookies are given only for a league that ESPN has denied. */}
          <Visibility isPublic={preview.read_with === 'given' ? false : preview.is_public} />
        </p>
      </header>
      {hasIdPerSeason ? (
        <SeasonNote season={season} isOtherSeason={preview.league_id !== requestedId} />
      ) : null}
      <ul className={styles.teams}>
        {teams.map((team) => (
          <li key={team.team_id} className={styles.team}>
            <Avatar name={team.name} src={team.logo} />
            <span className={ui.breakable}>
              <span className={ui.strong}>{team.name}</span>
              <span className={`${ui.note} ${styles.owners}`}>
                {team.owners.length > 0 ? team.owners.join(', ') : 'No owner'}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <Form className={ui.stack12} onSubmit={submit} aria-label="Create league" noValidate>
        <TextField
          label="League name"
          value={name}
          onChange={setName}
          problem={isNameMissing ? 'League name required.' : nameError}
          hint="You can change it later."
          autoComplete="off"
        />
        {create.isError && nameError === undefined ? (
          <ErrorNotice error={create.error} fallback="Something went wrong." />
        ) : null}
        <div className={ui.row}>
          <Button type="submit" variant="strong" disabled={create.isPending}>
            {create.isPending ? 'Creating…' : 'Create league'}
          </Button>
          <Button onClick={onChange}>Not my league</Button>
        </div>
      </Form>
    </section>
  )
}

/** 'Found 7 seasons, 2019–2025'. */
function describeSeasons(seasons: readonly number[]): string {
  const [first, last] = [Math.min(...seasons), Math.max(...seasons)]
  return `Found ${formatCount(seasons.length, 'season')}, ${first === last ? first : `${first}–${last}`}`
}

/** Which season an ID of a single season has led to. */
function SeasonNote({ season, isOtherSeason }: { season: number; isOtherSeason: boolean }) {
  const current = seasonAt(useNow())
  if (season < current)
    return (
      <Notice tone="info">
        The newest season we found is {season}. If your league plays in {current}, paste the address of that
        season's league instead.
      </Notice>
    )
  return isOtherSeason ? (
    <Notice tone="info">
      You entered another season of this league. Here is its newest one, {season}; all seasons are read.
    </Notice>
  ) : null
}

function nameProblem(error: Error | null): string | undefined {
  const isTaken = error instanceof ApiError && error.code === 'league_name_taken'
  return isTaken ? error.message : getFieldErrors(error)['name']
}

function Visibility({ isPublic }: { isPublic: boolean | null }) {
  if (isPublic === null) return null
  const Icon = isPublic ? Globe : Lock
  return (
    <span className={styles.visibility}>
      <Icon size={16} aria-hidden="true" />
      {isPublic ? 'Public' : 'Private'}
    </span>
  )
}
