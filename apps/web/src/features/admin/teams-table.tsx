import type { ComboboxOption } from '../../ui/option-search.ts'
import table from '../../ui/table.module.css'
import { TeamRow } from './team-row.tsx'
import styles from './teams-table.module.css'
import type { LeagueTeam } from './use-teams.ts'

type Props = { league: string; teams: readonly LeagueTeam[]; people: readonly ComboboxOption[] }

export function TeamsTable({ league, teams, people }: Props) {
  return (
    <table className={`${table['table']} ${styles['table']}`} data-stacks aria-label={`Teams in ${league}`}>
      <thead>
        <tr>
          <th scope="col">Team</th>
          <th scope="col">Record</th>
          <th scope="col">Assigned user</th>
          <th scope="col">Status</th>
          <th scope="col">Save</th>
        </tr>
      </thead>
      <tbody>
        {teams.map((team) => (
          <TeamRow key={team.league_team_id} league={league} team={team} people={people} />
        ))}
      </tbody>
    </table>
  )
}
