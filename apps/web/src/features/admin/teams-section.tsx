import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage, getNewerValues } from '../../api/api-client.ts'
import { type EndedAssignment, type LeagueTeam, teamsQuery } from '../../api/operations.ts'
import { DataTable } from '../../ui/display/data-table.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { EditConflict, EmptyState, Loaded, Notice, Skeleton } from '../../ui/feedback/feedback.tsx'
import { formatPoints } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Combobox, type ComboboxOption } from '../../ui/forms/combobox.tsx'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './admin.module.css'
import { peopleQuery, useAssignTeam } from './people.tsx'

type Props = {
  leagues: readonly string[]
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
    <Stack gap={0} isDivided>
      {ordered.map((name) => (
        <LeagueTeams key={name} league={name} startsOpen={name === league} />
      ))}
    </Stack>
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

type TeamsTableProps = {
  league: string
  format: ScoringFormat
  teams: readonly LeagueTeam[]
  people: readonly ComboboxOption[]
  nameOf: (username: string) => string
}

function TeamsTable({ league, format, teams, people, nameOf }: TeamsTableProps) {
  const score = hasMatchups(format) ? 'Record' : 'Points'
  return (
    <DataTable
      caption={`Teams in ${league}`}
      columns={[
        {
          label: 'Team',
          kind: 'head',
          cell: (team) => (
            <TeamCell team={team}>
              {team.owners.length === 0 ? null : <span className={ui.note}>{team.owners.join(', ')}</span>}
            </TeamCell>
          ),
        },
        {
          label: score,
          cell: (team) => (hasMatchups(format) ? formatRecord(team) : formatPoints(team.points_for)),
        },
        {
          label: 'Assigned user',
          kind: 'text',
          cell: (team) => <Assignment {...{ league, team, teams, people, nameOf }} />,
          below: 'line',
        },
      ]}
      rows={teams}
      keyOf={(team) => team.league_team_id}
      isStacked
      isPlain
    />
  )
}

type AssignmentProps = Omit<TeamsTableProps, 'format'> & { team: LeagueTeam }

type TeamUser = { league_team_id: number; username: string; co_owner?: boolean }

/** A field to change the user of a team. A picked user is saved at once, a typed one with Save. */
function Assignment({ league, team, teams, people, nameOf }: AssignmentProps) {
  const assigned = team.assigned_user ?? ''
  // The unsaved selection, and the user that the team had at the time; null when nothing was changed.
  const [selected, setSelected] = useState<{ username: string; read: string | null } | null>(null)
  // What undoes the last change, in order; null without one.
  const [before, setBefore] = useState<readonly TeamUser[] | null>(null)
  const assign = useAssignTeam(league)
  const username = selected?.username ?? assigned
  const isChanged = username !== assigned
  const isConflict = getNewerValues(assign.error) !== null
  const coOwners = team.co_owners ?? []
  const [isAdding, setIsAdding] = useState(false)

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

  async function undo(assignments: readonly TeamUser[]) {
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
    <Row wraps>
      <Fill className={styles.wide}>
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
      </Fill>
      <Button
        aria-label={`Save ${team.name}`}
        disabled={!isChanged || assign.isPending}
        onClick={() => save(username, selected === null ? undefined : { username: selected.read })}
      >
        Save
      </Button>
      <Row gap={2} className={styles.status}>
        <Text size="s" weight={600} tone={STATUS_TONES[status]} aria-live="polite">
          {STATUS_LABELS[status]}
        </Text>
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
        {assigned === '' || isChanged ? null : (
          <Button
            variant="quiet"
            aria-label={`Add co-owner of ${team.name}`}
            aria-expanded={isAdding}
            disabled={assign.isPending}
            onClick={() => setIsAdding(!isAdding)}
          >
            Add co-owner
          </Button>
        )}
      </Row>
      {isAdding ? (
        <div className={styles.line}>
          <Combobox
            label={`Co-owner of ${team.name}`}
            isLabelHidden
            options={people}
            value=""
            onChange={() => undefined}
            onPick={(user) => {
              setIsAdding(false)
              assign.mutate({ league_team_id: team.league_team_id, username: user, co_owner: true })
            }}
            placeholder="Co-owner"
          />
        </div>
      ) : null}
      {coOwners.length === 0 || isChanged ? null : (
        <Row wraps className={styles.line}>
          <span className={ui.note}>With {new Intl.ListFormat('en').format(coOwners.map(nameOf))}</span>
          <Button
            variant="quiet"
            aria-label={`Remove co-owners of ${team.name}`}
            disabled={assign.isPending}
            onClick={() => assign.mutate({ league_team_id: team.league_team_id, username: assigned })}
          >
            Remove co-owners
          </Button>
        </Row>
      )}
      {isConflict ? (
        <div className={styles.line}>
          <EditConflict
            error={assign.error}
            edits={{
              username: (user: string) =>
                user === '' ? 'unassigned the team' : `assigned the team to ${nameOf(user)}`,
            }}
            isSaving={assign.isPending}
            onKeepTheirs={discardDraft}
            onSaveMine={(expected: { username: string | null } | undefined) => save(username, expected)}
          />
        </div>
      ) : null}
    </Row>
  )
}

/** What undoes the assignment of a user to a team. If they had another team, they get that one back first. */
function assignmentsBefore(
  team: LeagueTeam,
  username: string,
  teams: readonly LeagueTeam[],
): readonly TeamUser[] {
  const other = username === '' ? undefined : teams.find(({ assigned_user }) => assigned_user === username)
  const previous = { league_team_id: team.league_team_id, username: team.assigned_user ?? '' }
  const others = (team.co_owners ?? []).map((name) => ({ ...previous, username: name, co_owner: true }))
  if (other === undefined) return [previous, ...others]
  const moveBack = { league_team_id: other.league_team_id, username }
  return previous.username === '' ? [moveBack] : [moveBack, previous, ...others]
}

const STATUS_TONES = { unsaved: 'warn', saving: 'muted', assigned: 'good', unassigned: 'muted' } as const

const STATUS_LABELS = {
  unsaved: 'Unsaved',
  saving: 'Saving…',
  assigned: 'Assigned',
  unassigned: 'Unassigned',
}
