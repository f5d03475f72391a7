import { likelyTeam } from '@fieldhouse/domain/league/invite-links'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LeagueTeam, teamsQuery } from '../../../api/operations.ts'
import { EmptyState, Loaded, MutationNotice } from '../../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import { type JoinRequest, pendingRequestsQuery, useDecideRequest } from './use-members.ts'

type Props = {
  /** Whether the user is an admin of the site or of any league. */
  canDecide: boolean
  leagues: readonly string[]
}

export function PendingRequestsSection({ canDecide, leagues }: Props) {
  const requests = useQuery({ ...pendingRequestsQuery, enabled: canDecide })
  const decide = useDecideRequest()
  if (!canDecide) return <EmptyState>Only admins can see and approve join requests.</EmptyState>
  return (
    <Stack gap={3}>
      <MutationNotice mutation={decide} fallback="Failed" />
      <Loaded query={requests} name="join requests" rows={2} height={64}>
        {(pendingRequests) =>
          pendingRequests.length === 0 ? (
            <EmptyState hint="Members request access from the league picker.">
              No pending requests.
            </EmptyState>
          ) : (
            <ul>
              {pendingRequests.map((request) => (
                <PendingRequest
                  key={`${request.username} ${request.league ?? ''}`}
                  request={request}
                  leagues={leagues}
                  isBusy={decide.isPending}
                  onDecide={(league, team) => decide.mutate({ username: request.username, league, team })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Stack>
  )
}

type PendingRequestProps = {
  request: JoinRequest
  /** The leagues to choose from when the request names none. */
  leagues: readonly string[]
  isBusy: boolean
  /** Called with the league to approve the request for and the team to assign, if any. A null league rejects it. */
  onDecide: (league: string | null, team: number | null) => void
}

function PendingRequest({ request, leagues, isBusy, onDecide }: PendingRequestProps) {
  const { username, name, league: requestedLeague, message, team, created_at: at } = request
  const [pickedLeague, setPickedLeague] = useState('')
  const league = requestedLeague ?? pickedLeague
  // null until a team is picked: the likely one is preselected.
  const [pickedTeam, setPickedTeam] = useState<string | null>(null)
  const teams = useQuery({ ...teamsQuery(league), enabled: league !== '', select: freeTeams })
  const likely = likelyTeamOf(request, teams.data ?? [])
  const teamId = pickedTeam ?? String(likely?.league_team_id ?? '')
  const approveLabel = teamId === '' ? 'Approve' : 'Approve and assign'
  return (
    <Stack as="li" gap={2} className={ui.listItem}>
      <div className={ui.breakable}>
        <p>
          <strong>{name}</strong>
          {name === username ? null : ` (${username})`} wants to join{' '}
          <strong>{requestedLeague ?? 'a league'}</strong>
          {team === null ? '.' : ` with the team ${team.name}.`}
        </p>
        {message === '' ? null : <p>“{message}”</p>}
        <p className={ui.note}>
          Sent <RelativeTime at={at} />
        </p>
      </div>
      <Grid min={240}>
        {requestedLeague === null ? (
          <SelectField
            label={`League for ${username}`}
            options={[{ value: '', label: 'Pick a league' }, ...leagues]}
            value={pickedLeague}
            onChange={(picked) => {
              setPickedLeague(picked)
              setPickedTeam(null)
            }}
          />
        ) : null}
        {teams.data === undefined || teams.data.length === 0 ? null : (
          <SelectField
            label={`Team for ${username}`}
            options={[{ value: '', label: 'No team' }, ...teams.data.map(toTeamOption)]}
            value={teamId}
            onChange={setPickedTeam}
          />
        )}
      </Grid>
      <Row wraps>
        <Button
          variant="strong"
          aria-label={`${approveLabel} ${username}`}
          disabled={league === '' || isBusy}
          onClick={() => onDecide(league, teamId === '' ? null : Number(teamId))}
        >
          {approveLabel}
        </Button>
        <ConfirmButton
          label={`Reject ${username}`}
          disabled={isBusy}
          question={`Reject ${name}?`}
          consequence="This rejects all of their pending requests to leagues you manage. They can request again."
          confirmLabel="Reject"
          onConfirm={() => onDecide(null, null)}
        />
      </Row>
    </Stack>
  )
}

const freeTeams = ({ teams }: { teams: readonly LeagueTeam[] }) =>
  teams
    .filter(({ assigned_user }) => assigned_user === null)
    .sort((a, b) => a.name.localeCompare(b.name, 'en-US'))

const toTeamOption = ({ league_team_id, name, owners }: LeagueTeam) => ({
  value: String(league_team_id),
  label: owners.length === 0 ? name : `${name} (${owners.join(', ')})`,
})

/** The team that the person asked for, or else the one that they probably own. */
function likelyTeamOf({ username, name, team }: JoinRequest, teams: readonly LeagueTeam[]) {
  const asked = teams.find(({ league_team_id }) => league_team_id === team?.league_team_id)
  return asked ?? likelyTeam({ username, name }, teams)
}
