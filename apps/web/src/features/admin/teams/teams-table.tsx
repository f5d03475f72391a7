import { hasMatchups, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { useState } from 'react'
import { getErrorMessage, getNewerValues } from '../../../api/api-error.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import table from '../../../ui/display/table.module.css'
import { TableHead } from '../../../ui/display/table-head.tsx'
import { EditConflict } from '../../../ui/feedback/edit-conflict.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatRecord } from '../../../ui/format/record.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import type { ComboboxOption } from '../../../ui/forms/option-search.ts'
import { type LeagueTeam, useAssignTeam } from '../use-admin.ts'
import styles from './teams-table.module.css'

type Props = {
  league: string
  format: ScoringFormat
  teams: readonly LeagueTeam[]
  people: readonly ComboboxOption[]
}

export function TeamsTable({ league, format, teams, people }: Props) {
  const score = hasMatchups(format) ? 'Record' : 'Points'
  return (
    <table
      className={`${table.table} ${styles.table}`}
      data-stacks
      data-flush
      aria-label={`Teams in ${league}`}
    >
      <TableHead columns={['Team', score, 'Assigned user', 'Status', 'Save']} />
      <tbody>
        {teams.map((team) => (
          <TeamRow key={team.league_team_id} league={league} format={format} team={team} people={people} />
        ))}
      </tbody>
    </table>
  )
}

type TeamRowProps = Omit<Props, 'teams'> & { team: LeagueTeam }

/** A team with a field to change its assigned user. */
function TeamRow({ league, format, team, people }: TeamRowProps) {
  const assigned = team.assigned_user ?? ''
  // The unsaved selection, and the user that the team had at the time; null when nothing was changed.
  const [selected, setSelected] = useState<{ username: string; read: string | null } | null>(null)
  const assign = useAssignTeam(league)
  const username = selected?.username ?? assigned
  const isChanged = username !== assigned
  const isConflict = getNewerValues(assign.error) !== null

  function handleChange(user: string) {
    setSelected({ username: user, read: selected === null ? team.assigned_user : selected.read })
    assign.reset()
  }

  function save(expected: { username: string | null } | undefined) {
    assign.mutate(
      { league_team_id: team.league_team_id, username, expected },
      { onSuccess: () => setSelected(null) },
    )
  }

  function discardDraft() {
    setSelected(null)
    assign.reset()
  }

  const status = assign.isPending
    ? 'saving'
    : isChanged
      ? 'unsaved'
      : assigned === ''
        ? 'unassigned'
        : 'assigned'
  return (
    <tr>
      <th scope="row">
        <span className={styles.team}>
          <Avatar name={team.name} src={team.logo} color={team.color} />
          <span>{team.name}</span>
        </span>
      </th>
      <td className={styles.record}>
        {hasMatchups(format) ? formatRecord(team) : formatPoints(team.points_for)}
      </td>
      <td className={styles.user}>
        <Combobox
          label={`Assigned user for ${team.name}`}
          isLabelHidden
          options={people}
          value={username}
          onChange={handleChange}
          disabled={assign.isPending}
          problem={
            assign.isError && !isConflict ? getErrorMessage(assign.error, 'Failed to assign') : undefined
          }
          placeholder="Unassigned"
        />
        <EditConflict
          error={assign.error}
          edits={TEAM_EDITS}
          isSaving={assign.isPending}
          onKeepTheirs={discardDraft}
          onSaveMine={save}
        />
      </td>
      <td className={styles.status} data-status={status} aria-live="polite">
        {STATUS_LABELS[status]}
      </td>
      <td className={styles.save}>
        <Button
          aria-label={`Save ${team.name}`}
          disabled={!isChanged || assign.isPending}
          onClick={() => save(selected === null ? undefined : { username: selected.read })}
        >
          Save
        </Button>
      </td>
    </tr>
  )
}

const TEAM_EDITS = {
  username: (user: string) => (user === '' ? 'unassigned the team' : `assigned the team to ${user}`),
}

const STATUS_LABELS = {
  unsaved: 'Unsaved',
  saving: 'Saving…',
  assigned: 'Assigned',
  unassigned: 'Unassigned',
}
