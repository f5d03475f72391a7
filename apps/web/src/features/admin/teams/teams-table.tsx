import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { useState } from 'react'
import { getErrorMessage, getNewerValues } from '../../../api/api-error.ts'
import type { LeagueTeam } from '../../../api/league-queries.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import table from '../../../ui/display/table.module.css'
import { TableHead } from '../../../ui/display/table-head.tsx'
import { EditConflict } from '../../../ui/feedback/edit-conflict.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import type { ComboboxOption } from '../../../ui/forms/option-search.ts'
import ui from '../../../ui/ui.module.css'
import { useAssignTeam } from '../use-admin.ts'
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
          <TeamRow
            key={team.league_team_id}
            league={league}
            format={format}
            team={team}
            teams={teams}
            people={people}
          />
        ))}
      </tbody>
    </table>
  )
}

type TeamRowProps = Props & { team: LeagueTeam }

/** An assignment as it was before a change. */
type Assignment = { league_team_id: number; username: string }

/** A team with a field to change its assigned user. A picked user is saved at once, a typed one with Save. */
function TeamRow({ league, format, team, teams, people }: TeamRowProps) {
  const assigned = team.assigned_user ?? ''
  // The unsaved selection, and the user that the team had at the time; null when nothing was changed.
  const [selected, setSelected] = useState<{ username: string; read: string | null } | null>(null)
  // What undoes the last change, in order; null without one.
  const [before, setBefore] = useState<readonly Assignment[] | null>(null)
  const assign = useAssignTeam(league)
  const username = selected?.username ?? assigned
  const isChanged = username !== assigned
  const isConflict = getNewerValues(assign.error) !== null

  function handleChange(user: string) {
    setSelected({ username: user, read: selected === null ? team.assigned_user : selected.read })
    assign.reset()
  }

  function save(user: string, expected: { username: string | null } | undefined) {
    const undo = assignmentsBefore(team, user, teams)
    assign.mutate(
      { league_team_id: team.league_team_id, username: user, expected },
      {
        onSuccess: () => {
          setSelected(null)
          setBefore(undo)
        },
      },
    )
  }

  async function undo(assignments: readonly Assignment[]) {
    setBefore(null)
    // One after the other: each moves a user. A failure is shown in the row.
    for (const assignment of assignments) await assign.mutateAsync(assignment)
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
          <span className={ui.breakable}>
            {team.name}
            {team.owners.length === 0 ? null : (
              <span className={styles.owners}>{team.owners.join(', ')}</span>
            )}
          </span>
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
          onPick={(user) => {
            if (user !== assigned) save(user, { username: team.assigned_user })
          }}
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
          onSaveMine={(expected: { username: string | null } | undefined) => save(username, expected)}
        />
      </td>
      <td className={styles.status} data-status={status} aria-live="polite">
        {STATUS_LABELS[status]}
        {before === null || isChanged ? null : (
          <Button
            variant="quiet"
            aria-label={`Undo the change of ${team.name}`}
            disabled={assign.isPending}
            onClick={() => void undo(before).catch(() => undefined)}
          >
            Undo
          </Button>
        )}
      </td>
      <td className={styles.save}>
        <Button
          aria-label={`Save ${team.name}`}
          disabled={!isChanged || assign.isPending}
          onClick={() => save(username, selected === null ? undefined : { username: selected.read })}
        >
          Save
        </Button>
      </td>
    </tr>
  )
}

/** What undoes the assignment of a user to a team. If they had another team, they get that one back first. */
function assignmentsBefore(
  team: LeagueTeam,
  username: string,
  teams: readonly LeagueTeam[],
): readonly Assignment[] {
  const other = username === '' ? undefined : teams.find(({ assigned_user }) => assigned_user === username)
  const previous = { league_team_id: team.league_team_id, username: team.assigned_user ?? '' }
  if (other === undefined) return [previous]
  const moveBack = { league_team_id: other.league_team_id, username }
  return previous.username === '' ? [moveBack] : [moveBack, previous]
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
