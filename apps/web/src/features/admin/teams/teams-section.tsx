import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type EndedAssignment, teamsQuery } from '../../../api/league-queries.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import ui from '../../../ui/ui.module.css'
import { peopleQuery } from '../use-admin.ts'
import { TeamsTable } from './teams-table.tsx'

type Props = {
  /** The leagues that the user manages. */
  leagues: readonly string[]
  /** The selected league. */
  league: string
}

/** The team assignments: one table per league, the selected league first. Those of others load when they are opened. */
export function TeamsSection({ leagues, league }: Props) {
  const ordered = [...leagues].sort((a, b) => Number(b === league) - Number(a === league))
  if (ordered.length === 0) {
    return (
      <EmptyState hint="Assign teams here once you're a league admin.">
        You don't manage a league yet.
      </EmptyState>
    )
  }
  return (
    <div className={ui.divided}>
      {ordered.map((name) => (
        <LeagueTeams key={name} league={name} startsOpen={name === league} />
      ))}
    </div>
  )
}

function LeagueTeams({ league, startsOpen }: { league: string; startsOpen: boolean }) {
  const [isOpen, setOpen] = useState(startsOpen)
  return (
    <details className={ui.link} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h3>{league}</h3>
      </summary>
      {isOpen ? <Teams league={league} /> : null}
    </details>
  )
}

function Teams({ league }: { league: string }) {
  const teams = useQuery(teamsQuery(league))
  const users = useQuery(peopleQuery)
  const skeleton = <Skeleton label={`Loading teams in ${league}`} rows={4} height={52} />
  return (
    <Loaded query={teams} errorTitle="Failed to load teams" skeleton={skeleton}>
      {({ teams: list, scoring_format: format, ended_assignments: ended }) =>
        list.length === 0 ? (
          <EmptyState hint="Teams appear after the first refresh.">No teams yet.</EmptyState>
        ) : (
          <Loaded query={users} errorTitle="Failed to load users" skeleton={skeleton}>
            {({ options, nameOf }) => (
              <>
                <EndedAssignments assignments={ended} nameOf={nameOf} />
                <TeamsTable league={league} format={format} teams={list} people={options} nameOf={nameOf} />
              </>
            )}
          </Loaded>
        )
      }
    </Loaded>
  )
}

type EndedAssignmentsProps = {
  assignments: readonly EndedAssignment[]
  nameOf: (username: string) => string
}

/** Users whose team's owner has left, so that an admin assigns them another team. */
function EndedAssignments({ assignments, nameOf }: EndedAssignmentsProps) {
  if (assignments.length === 0) return null
  return (
    <Notice tone="warn">
      {assignments.map(({ username, owner, team, last_season: season }) => (
        <p key={username}>
          {nameOf(username)} has no team now: {owner ?? 'the owner'} had {team} until {season} and isn't in
          the league this season. Assign another team, or remove {nameOf(username)} under Members.
        </p>
      ))}
    </Notice>
  )
}
