import { Globe, Lock } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { ApiError, getFieldErrors } from '../../../api/api-error.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import ui from '../../../ui/ui.module.css'
import styles from './new-league.module.css'
import { type Cookies, type LeaguePreview, useCreatePreviewedLeague } from './use-new-league.ts'

type Props = {
  preview: LeaguePreview
  cookies: Cookies | null
  onCreated: (created: { name: string; season: number; cookieError: Error | null }) => void
  onChange: () => void
}

/** The league as ESPN has it, with a button that creates it. */
export function LeaguePreviewCard({ preview, cookies, onCreated, onChange }: Props) {
  const { teams, season, seasons } = preview
  const [name, setName] = useState(preview.name ?? '')
  const [isNameMissing, setNameMissing] = useState(false)
  const create = useCreatePreviewedLeague()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const trimmed = name.trim()
    setNameMissing(trimmed === '')
    if (trimmed === '' || create.isPending) return
    create.mutate(
      { name: trimmed, espnId: preview.espn_league_id, cookies },
      { onSuccess: ({ cookieError }) => onCreated({ name: trimmed, season, cookieError }) },
    )
  }

  const nameError = nameProblem(create.error)
  return (
    <section className={`${ui.card} ${ui.stack16}`} aria-label="League on ESPN">
      <header className={ui.stack8}>
        <h2 className={ui.breakable}>{preview.name ?? `ESPN league ${preview.espn_league_id}`}</h2>
        <p className={styles.facts}>
          <span>Season {season}</span>
          <span>{formatCount(teams.length, 'team')}</span>
          <span>Since {Math.min(...seasons)}</span>
          {/* Cookies are given only for a league that ESPN has denied. */}
          <Visibility isPublic={preview.read_with === 'given' ? false : preview.is_public} />
        </p>
      </header>
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
