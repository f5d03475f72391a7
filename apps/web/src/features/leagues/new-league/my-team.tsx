import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { type LeagueTeam, teamsQuery } from '../../../api/league-queries.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { useChooseTeam } from './use-new-league.ts'

type Props = {
  league: string
  username: string
  /** Whether the user has said that no team is theirs. */
  isSkipped: boolean
  onSkip: (isSkipped: boolean) => void
}

/** Lets the user say which team of the newest season is theirs. */
export function MyTeam({ league, username, isSkipped, onSkip }: Props) {
  const query = useQuery(teamsQuery(league))
  const choose = useChooseTeam(league, username)
  const [isChanging, setChanging] = useState(false)
  return (
    <Card title="Which team is yours?">
      <Loaded query={query} name="the teams" rows={3} height={52}>
        {({ teams }) => {
          const mine = teams.find((team) => isOf(team, username))
          if ((mine !== undefined || isSkipped) && !isChanging)
            return (
              <Row isSpread wraps gap={3}>
                {mine === undefined ? (
                  <p className={ui.muted}>You run this league without a team.</p>
                ) : (
                  <Row gap={3}>
                    <Avatar name={mine.name} src={mine.logo} color={mine.color} />
                    <Text weight={600}>{mine.name}</Text>
                    <Check size={20} role="img" aria-label="yours" />
                  </Row>
                )}
                <Button
                  onClick={() => {
                    setChanging(true)
                    onSkip(false)
                  }}
                >
                  Change
                </Button>
              </Row>
            )
          return (
            <Stack gap={3}>
              <p className={ui.muted}>Its roster, matchup and notifications become yours.</p>
              <Grid as="ul" min={240} gap={2} aria-label="Teams">
                {teams.map((team) => (
                  <li key={team.league_team_id}>
                    <TeamButton
                      team={team}
                      isDisabled={choose.isPending}
                      onChoose={() => choose.mutate(team, { onSuccess: () => setChanging(false) })}
                    />
                  </li>
                ))}
              </Grid>
              <ErrorNotice error={choose.error} fallback="Failed to assign" />
              <div>
                <Button
                  onClick={() => {
                    setChanging(false)
                    onSkip(mine === undefined)
                  }}
                >
                  {mine === undefined ? "I don't have a team" : 'Cancel'}
                </Button>
              </div>
            </Stack>
          )
        }}
      </Loaded>
    </Card>
  )
}

export function isOf({ assigned_user, co_owners = [] }: LeagueTeam, username: string): boolean {
  return assigned_user === username || co_owners.includes(username)
}

type TeamButtonProps = { team: LeagueTeam; isDisabled: boolean; onChoose: () => void }

/** A team that somebody else has stays theirs until an admin moves it under "Team assignments". */
function TeamButton({ team, isDisabled, onChoose }: TeamButtonProps) {
  const { name, logo, color, owners, assigned_user: user } = team
  return (
    <button
      type="button"
      className={`${ui.pressable} ${ui.frame}`}
      disabled={isDisabled || user !== null}
      onClick={onChoose}
    >
      <Row as="span" gap={3}>
        <Avatar name={name} src={logo} color={color} />
        <Stack as="span" gap={0} className={ui.breakable}>
          <Text weight={600}>{name}</Text>
          <span className={ui.note}>
            {user === null ? owners.join(', ') || 'No owner' : `Already ${user}'s`}
          </span>
        </Stack>
      </Row>
    </button>
  )
}
