import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './teams-section.module.css'
import { TeamsTable } from './teams-table.tsx'
import { peopleQuery } from './use-people.ts'
import { teamsQuery } from './use-teams.ts'

/** So many tables are read at once; those of further leagues when they are opened. */
const INITIALLY_OPEN_LEAGUES = 3

type Props = {
  /** The leagues that the person runs. */
  leagues: readonly string[]
  /** The one that is worked on. */
  league: string
}

/** Who has which team: a table a league, that of the chosen league first. */
export function TeamsSection({ leagues, league }: Props) {
  const ordered = [...leagues].sort((a, b) => Number(b === league) - Number(a === league))
  if (ordered.length === 0) {
    return (
      <EmptyState hint="The teams of leagues that you run are assigned here.">
        You run no league yet.
      </EmptyState>
    )
  }
  return (
    <div className={styles['section']}>
      {ordered.map((name, at) => (
        <LeagueTeams key={name} league={name} startsOpen={at < INITIALLY_OPEN_LEAGUES} />
      ))}
    </div>
  )
}

function LeagueTeams({ league, startsOpen }: { league: string; startsOpen: boolean }) {
  const [isOpen, setOpen] = useState(startsOpen)
  return (
    <details
      className={styles['league']}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h3>{league}</h3>
      </summary>
      {isOpen ? <Teams league={league} /> : null}
    </details>
  )
}

function Teams({ league }: { league: string }) {
  const teams = useQuery(teamsQuery(league))
  const everyone = useQuery(peopleQuery)
  const skeleton = <Skeleton label={`Loading the teams of ${league}`} rows={4} height={52} />
  return (
    <Loaded query={teams} errorTitle="Failed to load teams" skeleton={skeleton}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState hint="Refresh the league from the provider, and its teams are here.">
            No teams yet.
          </EmptyState>
        ) : (
          <Loaded query={everyone} errorTitle="Failed to load users" skeleton={skeleton}>
            {({ options }) => <TeamsTable league={league} teams={list} people={options} />}
          </Loaded>
        )
      }
    </Loaded>
  )
}
