import { slugify } from '@fieldhouse/domain/names'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '../../api/api-client.ts'
import { AuthCard, LoginScreen } from '../../features/accounts/login-screen.tsx'
import { ProviderButtons } from '../../features/accounts/provider-sign-in.tsx'
import { QuickRegisterForm } from '../../features/accounts/register-screen.tsx'
import { TeamChoice, TeamNames } from '../../features/invites/team-choice.tsx'
import {
  type Invite,
  type InviteTeam,
  inviteQuery,
  useAcceptInvite,
} from '../../features/invites/use-invites.ts'
import { myRequestsQuery } from '../../features/leagues/use-leagues.ts'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { ErrorNotice, Notice, Skeleton } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'

type Choice = { league: string; team: InviteTeam | null }

export function InviteScreen({ code, username }: { code: string; username: string | null }) {
  const router = useRouter()
  const invite = useQuery(inviteQuery(code, username))
  // Tells at once when an admin has decided.
  useQuery({ ...myRequestsQuery, enabled: invite.data?.me?.is_waiting === true })
  const accept = useAcceptInvite(code)
  // The address has the choice, so that Back leads to the other teams, and a reload keeps it.
  const { team, view } = useLocation()
  const choice = invite.data === undefined ? null : choiceOf(invite.data, team, view)
  const [joining, setJoining] = useState<string | null>(null)
  useTitle('Join your league')

  const choose = (chosen: InviteTeam | null) =>
    router.navigate({ team: chosen?.league_team_id ?? null, view: chosen === null ? WATCHING : null })
  const goBack = () => router.goBack({ team: null, view: null })

  const leave = () => router.replace({ route: 'dashboard', league: null })
  const openLeague = (league: string, tab: 'overview' | 'roster') =>
    router.replace({ route: 'league', league, tab })

  function join(chosen: Choice) {
    setJoining(chosen.league)
    accept.mutate(chosen.team, {
      onSuccess: ({ outcome, league }) => {
        if (outcome === 'joined') openLeague(league, chosen.team === null ? 'overview' : 'roster')
        else router.replace({ team: null, view: null })
      },
      // Somebody else may have been faster.
      onError: () => router.replace({ team: null, view: null }),
    })
  }

  if (accept.isPending || accept.data?.outcome === 'joined')
    return (
      <AuthCard title={`Joining ${joining ?? 'the league'}…`} subtitle="This takes a moment." footer={null}>
        <Skeleton label="Joining" rows={1} height={48} />
      </AuthCard>
    )
  if (choice !== null)
    return <ConfirmChoice choice={choice} username={username} onBack={goBack} onJoin={() => join(choice)} />
  if (invite.data === undefined)
    return <InviteLoading error={invite.error} isSignedIn={username !== null} onLeave={leave} />

  const { league, me } = invite.data
  if (me?.is_member === true && (me.team !== null || invite.data.teams.length === 0))
    return (
      <AuthCard
        title={`You're in ${league}`}
        subtitle={me.team === null ? 'Your commissioner assigns your team.' : `Your team is ${me.team}.`}
        footer={null}
      >
        <Button variant="strong" onClick={() => openLeague(league, 'overview')}>
          Open {league}
        </Button>
      </AuthCard>
    )
  return (
    <AuthCard
      title={`Join ${league}`}
      subtitle={inviteSubtitle(invite.data)}
      footer={
        <Button variant="quiet" onClick={leave}>
          {username === null ? 'Not now' : 'Go to my dashboard'}
        </Button>
      }
    >
      <ErrorNotice error={accept.error} fallback="You weren't added. Try again." />
      {me?.is_waiting === true ? (
        <Waiting invite={invite.data} requestedTeamId={me.requested_team_id} onChoose={choose} />
      ) : (
        <TeamChoice invite={invite.data} onChoose={choose} />
      )}
    </AuthCard>
  )
}

const WATCHING = 'watching'

/** null while nothing is chosen, and for a team that somebody else has claimed. */
function choiceOf({ league, teams }: Invite, teamId: number | null, view: string | null): Choice | null {
  if (view === WATCHING) return { league, team: null }
  const team = teams.find((each) => each.league_team_id === teamId)
  return team === undefined ? null : { league, team }
}

type WaitingProps = {
  invite: Invite
  requestedTeamId: number | null
  onChoose: (team: InviteTeam | null) => void
}

function Waiting({ invite, requestedTeamId, onChoose }: WaitingProps) {
  const team = invite.teams.find((each) => each.league_team_id === requestedTeamId)
  return (
    <>
      <Notice tone="good">
        {team === undefined ? 'Your request is sent.' : `You asked for ${team.name}.`}
      </Notice>
      <details className={ui.link}>
        <summary>Pick another team</summary>
        <TeamChoice invite={invite} onChoose={onChoose} />
      </details>
    </>
  )
}

function inviteSubtitle({ teams, needs_approval, me }: Invite): string {
  if (me?.is_waiting === true)
    return 'Your commissioner has to approve you. This page changes when it is done.'
  const approval = needs_approval ? ' Your commissioner approves you.' : ''
  return `${teams.length > 0 ? 'Which team is yours?' : 'Join now.'}${approval}`
}

type InviteLoadingProps = { error: Error | null; isSignedIn: boolean; onLeave: () => void }

function InviteLoading({ error, isSignedIn, onLeave }: InviteLoadingProps) {
  if (error === null)
    return (
      <AuthCard title="Opening your invite" subtitle="This takes a moment." footer={null}>
        <Skeleton label="Loading the invite" rows={4} height={52} />
      </AuthCard>
    )
  return (
    <AuthCard
      title="You can't join with this link"
      subtitle={getErrorMessage(error, 'Something went wrong.')}
      footer={null}
    >
      <Button variant="strong" onClick={onLeave}>
        {isSignedIn ? 'Go to my dashboard' : 'Go to sign in'}
      </Button>
    </AuthCard>
  )
}

type ChoiceProps = { choice: Choice; username: string | null; onBack: () => void; onJoin: () => void }

/** Somebody without a session joins by signing in, or with a new account. */
function ConfirmChoice({ choice: { league, team }, username, onBack, onJoin }: ChoiceProps) {
  const [hasAccount, setHasAccount] = useState(false)
  const title = `Join ${league}`
  if (username === null && hasAccount)
    return (
      <LoginScreen
        title={title}
        subtitle={team === null ? 'Sign in to join.' : `Sign in to claim ${team.name}.`}
        resetLink={null}
        onSignedIn={onJoin}
        onRegister={() => setHasAccount(false)}
      >
        <ProviderButtons />
      </LoginScreen>
    )
  return (
    <AuthCard
      title={title}
      subtitle={username === null ? 'Create your account.' : `You're signed in as ${username}.`}
      footer={
        <>
          {username === null ? (
            <Button variant="quiet" onClick={() => setHasAccount(true)}>
              I already have an account
            </Button>
          ) : null}
          <Button variant="quiet" onClick={onBack}>
            {team === null ? 'Pick a team' : 'Pick another team'}
          </Button>
        </>
      }
    >
      {team === null ? (
        <p>You join without a team.</p>
      ) : (
        <Row wraps>
          <Avatar name={team.name} src={team.logo} color={team.color} size="m" />
          <TeamNames team={team} />
        </Row>
      )}
      {username === null ? (
        <>
          <QuickRegisterForm
            suggestedUsername={suggestUsername(team?.owners[0] ?? '')}
            submitLabel={team === null ? 'Create account and join' : `Create account and claim ${team.name}`}
            onSignedIn={onJoin}
          />
          <ProviderButtons />
        </>
      ) : (
        <Button variant="strong" onClick={onJoin}>
          {team === null ? 'Join without a team' : `Claim ${team.name}`}
        </Button>
      )}
    </AuthCard>
  )
}

/** Such as ada.marlow for Ada Marlow. Usernames have no other letters than those of English. */
function suggestUsername(owner: string): string {
  return slugify(owner)
    .replace(/[^a-z0-9-]/g, '')
    .replaceAll('-', '.')
    .slice(0, 64)
}
