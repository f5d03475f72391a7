import { useState } from 'react'
import { getErrorMessage } from '../../api/api-error.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { formatRecord } from '../../ui/format/record.ts'
import type { ComboboxOption } from '../../ui/option-search.ts'
import styles from './teams-table.module.css'
import { type LeagueTeam, useAssignTeam } from './use-teams.ts'

type Props = { league: string; team: LeagueTeam; people: readonly ComboboxOption[] }

/** A team and who has it, to be changed and saved. */
export function TeamRow({ league, team, people }: Props) {
  const assigned = team.assigned_user ?? ''
  // What was chosen and is not stored yet; null while the choice is the stored one.
  const [chosen, setChosen] = useState<string | null>(null)
  const assign = useAssignTeam(league)
  const username = chosen ?? assigned
  const isChanged = username !== assigned

  function choose(user: string) {
    setChosen(user)
    assign.reset()
  }

  function save() {
    assign.mutate({ league_team_id: team.league_team_id, username }, { onSuccess: () => setChosen(null) })
  }

  const state = assign.isPending
    ? 'saving'
    : isChanged
      ? 'unsaved'
      : assigned === ''
        ? 'unassigned'
        : 'assigned'
  return (
    <tr>
      <th scope="row">
        <span className={styles['team']}>
          <Avatar name={team.name} src={team.logo} />
          <span>{team.name}</span>
        </span>
      </th>
      <td className={styles['record']}>{formatRecord(team)}</td>
      <td className={styles['user']}>
        <Combobox
          label={`User of ${team.name}`}
          isLabelHidden
          options={people}
          value={username}
          onChange={choose}
          disabled={assign.isPending}
          problem={assign.isError ? getErrorMessage(assign.error, 'Failed to assign') : undefined}
          placeholder="Nobody"
        />
      </td>
      <td className={styles['state']} data-state={state} aria-live="polite">
        {STATE_LABELS[state]}
      </td>
      <td className={styles['save']}>
        <Button aria-label={`Save ${team.name}`} disabled={!isChanged || assign.isPending} onClick={save}>
          Save
        </Button>
      </td>
    </tr>
  )
}

const STATE_LABELS = { unsaved: 'Unsaved', saving: 'Saving…', assigned: 'Assigned', unassigned: 'Unassigned' }
