import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, useSendBody } from '../../api/operations.ts'
import { useTitle } from '../../router/router.ts'
import { PlayerName } from '../../ui/display/player.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { EmptyState, ErrorNotice, Loaded } from '../../ui/feedback/feedback.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Card, Row, Stack } from '../../ui/layout/layout.tsx'
import { TabHeader } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'

type TradeBlock = ApiResponse<'GET /api/league/:league/trade-block/'>
type BlockTeam = TradeBlock['teams'][number]

const tradeBlockQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/trade-block/', ['roster', 'trade-block'], { league })

const useSaveTradeBlock = (league: string) =>
  // Also after an error: the roster may have changed.
  useSendBody('POST /api/league/:league/me/trade-block/', {
    params: { league },
    onSettled: [tradeBlockQuery(league).queryKey],
  })

export function TradeBlockView({ league, views }: { league: string; views: ReactNode }) {
  const query = useQuery(tradeBlockQuery(league))
  const { data } = query
  useTitle('Trade block')
  return (
    <Stack as="section" aria-label="Trade block">
      {views}
      <TabHeader
        title="Trade block"
        label={data === undefined ? undefined : `SEASON ${data.season}`}
        freshness={<Freshness of={data} />}
      />
      <Loaded query={query} name="the trade block" rows={4} height={120}>
        {(block) => (
          <>
            {canOffer(block, block.my_team_id) ? (
              <Card title="Offer a player" level={3}>
                <OfferForm league={league} block={block} />
              </Card>
            ) : null}
            {block.teams.length === 0 ? (
              <EmptyState isFramed>
                {block.is_finished ? 'The season is over.' : 'No team offers a player at the moment.'}
              </EmptyState>
            ) : (
              block.teams.map((team) => (
                <Card
                  key={team.team_id}
                  level={3}
                  title={<TeamCell team={team} to={{ tab: 'roster', team: team.team_id }} />}
                >
                  <Players league={league} block={block} team={team} />
                </Card>
              ))
            )}
          </>
        )}
      </Loaded>
    </Stack>
  )
}

type TeamProps = {
  league: string
  /** The provider's team ID. */
  team: number
  /** The season that the page shows; null for the newest one. */
  season: number | null
}

/** What one team offers. Nothing for a team that offers nobody, unless it is the user's own, and for past seasons. */
export function TeamTradeBlock({ league, team: id, season }: TeamProps) {
  const query = useQuery(tradeBlockQuery(league))
  const { data } = query
  if (query.isError && data === undefined)
    return (
      <Loaded query={query} name="the trade block">
        {() => null}
      </Loaded>
    )
  if (season !== null && season !== data?.season) return null
  const offering = data?.teams.find((each) => each.team_id === id)
  if (data === undefined || (offering === undefined && !canOffer(data, id))) return null
  return (
    <Card title="Trade block" level={3}>
      <Stack gap={3}>
        {offering === undefined ? null : <Players league={league} block={data} team={offering} />}
        {canOffer(data, id) ? <OfferForm league={league} block={data} /> : null}
      </Stack>
    </Card>
  )
}

const canOffer = ({ my_team_id: mine, my_players: players }: TradeBlock, team: number | null | undefined) =>
  mine !== null && mine === team && players.length > 0

function Players({ league, block, team }: { league: string; block: TradeBlock; team: BlockTeam }) {
  const save = useSaveTradeBlock(league)
  const provider = block.provider == null ? 'the league' : LEAGUE_PROVIDERS[block.provider].label
  return (
    <>
      <ul aria-label={`Trade block of ${team.name}`}>
        {team.players.map(({ espn_id: id, player, status, note, marked_by: by, ...facts }) => (
          <Row as="li" key={id} isSpread gap={3} className={ui.listItem}>
            <div>
              <PlayerName player={player} espnId={id} />
              <p className={ui.note}>
                {[
                  facts.position,
                  facts.nfl_team,
                  status === 'untouchable' ? 'Untouchable' : null,
                  by === 'provider' ? `On ${provider}` : null,
                ]
                  .filter((fact) => fact !== null)
                  .join(' · ')}
              </p>
              {note === '' ? null : <p>{note}</p>}
            </div>
            {by === 'manager' && team.team_id === block.my_team_id ? (
              <Button
                aria-label={`Remove ${player} from the trade block`}
                disabled={save.isPending}
                onClick={() => save.mutate({ espn_id: id, note: null })}
              >
                Remove
              </Button>
            ) : null}
          </Row>
        ))}
      </ul>
      <ErrorNotice error={save.error} fallback="Failed to change the trade block." />
    </>
  )
}

function OfferForm({ league, block }: { league: string; block: TradeBlock }) {
  const save = useSaveTradeBlock(league)
  const offeredBy = (player: string) =>
    block.teams
      .find((team) => team.team_id === block.my_team_id)
      ?.players.find((each) => String(each.espn_id) === player && each.marked_by === 'manager')
  const initial: { player: string; note: string | null } = { player: '', note: null }
  const form = useForm({
    initial,
    mutation: save,
    toRequest: ({ player, note }) =>
      player === '' ? null : { espn_id: Number(player), note: note ?? offeredBy(player)?.note ?? '' },
  })
  const { player, note } = form.draft
  const offered = offeredBy(player)
  const options = block.my_players.map(({ espn_id: id, player: name, position }) => ({
    value: String(id),
    label: position === null ? name : `${name}, ${position}`,
  }))

  return (
    <ActionForm
      form={form}
      label="Offer a player"
      action={offered === undefined ? 'Offer' : 'Change the note'}
      fallback="Failed to change the trade block."
      isStrong={false}
      saved={save.data?.message}
    >
      <SelectField
        {...form.field('player')}
        label="Player"
        options={[{ value: '', label: 'Choose a player' }, ...options]}
        onChange={(value) => {
          form.change({ player: value, note: null })
          save.reset()
        }}
      />
      {player === '' ? null : (
        <TextField
          {...form.field('note')}
          label="Note (optional)"
          hint="What the team looks for, such as “for a running back”."
          value={note ?? offered?.note ?? ''}
          maxLength={140}
          autoComplete="off"
        />
      )}
    </ActionForm>
  )
}
