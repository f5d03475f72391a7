import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { type ApiRequest, type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { leagueQuery, leagueQueryKey, useChange, useSend } from '../../../api/operations.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { PlatformMark, platformName } from '../../../ui/display/marks.tsx'
import { EmptyState, Loaded, MutationNotice } from '../../../ui/feedback/feedback.tsx'
import { formatCount, formatSeasonRanges } from '../../../ui/format/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Combobox, toOption } from '../../../ui/forms/combobox.tsx'
import { Fill, Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'

const NO_PAIR: OwnerPair = { owner: '', into: '' }

export function OwnerMerges({ league }: { league: string }) {
  const query = useQuery(mergesQuery(league))
  return (
    <Loaded query={query} name="the owners" rows={5} height={56}>
      {(response) => <People league={league} response={response} />}
    </Loaded>
  )
}

function People({ league, response }: { league: string; response: MergesResponse }) {
  const { merges, suggestions, people } = response
  const [pair, setPair] = useState(NO_PAIR)
  const form = useRef<HTMLFormElement>(null)
  const mergeInto = useRef<HTMLInputElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const merge = useMergeOwners(league)
  const undo = useUndoMerge(league)
  const isBusy = merge.isPending || undo.isPending
  const suggested = new Set(suggestions.flatMap(({ owner, into }) => [owner, into]))
  const unmatched = people.filter(({ owner, accounts }) => accounts.length === 1 && !suggested.has(owner))
  const platforms = new Set(people.flatMap(({ accounts }) => accounts.map(({ provider }) => provider)))

  if (people.length + merges.length === 0)
    return <EmptyState hint="Owners show up here once a season is stored.">No owners yet.</EmptyState>

  // The button that had the focus is gone afterwards.
  const onSettled = () => outcome.current?.focus()

  function handleMerge(pairs: OwnerPair[]) {
    undo.reset()
    merge.mutate(pairs, { onSuccess: () => setPair(NO_PAIR), onSettled })
  }

  function handleUndo(id: number) {
    merge.reset()
    undo.mutate(id, { onSettled })
  }

  function matchByHand(owner: string) {
    setPair({ owner, into: '' })
    form.current?.scrollIntoView({ block: 'center' })
    mergeInto.current?.focus()
  }

  return (
    <Stack>
      <Stack gap={3} ref={outcome} tabIndex={-1}>
        <p className={ui.note}>{summarize(people, platforms)}</p>
        <MutationNotice mutation={merge.isIdle ? undo : merge} fallback="Failed to save." />
      </Stack>
      {suggestions.length === 0 ? null : (
        <Suggestions
          suggestions={suggestions}
          people={people}
          isBusy={isBusy}
          onMerge={handleMerge}
          onAdjust={matchByHand}
        />
      )}
      <MatchedPeople people={people} merges={merges} isBusy={isBusy} onUndo={handleUndo} />
      {platforms.size < 2 || unmatched.length === 0 ? null : (
        <UnmatchedPeople people={unmatched} onMatch={matchByHand} />
      )}
      <MatchForm
        ref={form}
        mergeIntoRef={mergeInto}
        people={people}
        pair={pair}
        isBusy={isBusy}
        onChange={setPair}
        onSubmit={() => handleMerge([pair])}
      />
    </Stack>
  )
}

function summarize(people: readonly Person[], platforms: ReadonlySet<ReturnType<typeof platformOf>>): string {
  const names = [...platforms].map(platformName)
  if (names.length < 2)
    return 'When somebody has played with several accounts, merge them, and all of History counts them as one person.'
  const spanning = people.filter(({ accounts }) =>
    accounts.some((each) => each.provider !== accounts[0]?.provider),
  ).length
  return `${spanning} of ${formatCount(people.length, 'owner')} are matched across ${names.join(' and ')}. Once matched, all of History counts them as one person.`
}

type MatchFormProps = {
  ref: React.Ref<HTMLFormElement>
  mergeIntoRef: React.Ref<HTMLInputElement>
  people: readonly Person[]
  pair: OwnerPair
  isBusy: boolean
  onChange: (pair: OwnerPair) => void
  onSubmit: () => void
}

function MatchForm({ ref, mergeIntoRef, people, pair, isBusy, onChange, onSubmit }: MatchFormProps) {
  const canSend = pair.owner !== '' && pair.into !== '' && !isBusy
  const options = people.map((person) => toOption(person.owner, describe(person)))

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (canSend) onSubmit()
  }

  return (
    <Stack as="form" ref={ref} onSubmit={handleSubmit} aria-label="Merge owners">
      <Grid min={240}>
        <Combobox
          label="Owner to merge"
          options={options}
          value={pair.owner}
          onChange={(owner) => onChange({ ...pair, owner })}
        />
        <Combobox
          ref={mergeIntoRef}
          label="Merge into"
          options={options.filter(({ value }) => value !== pair.owner)}
          value={pair.into}
          onChange={(into) => onChange({ ...pair, into })}
        />
      </Grid>
      <Row>
        <Button type="submit" disabled={!canSend}>
          Merge
        </Button>
      </Row>
    </Stack>
  )
}

function describe({ accounts }: Person): string {
  return accounts
    .map(({ provider, seasons }) => `${platformName(provider)} ${formatSeasonRanges(seasons)}`)
    .join(', ')
}

const CONFIDENCE_LABELS: Record<Suggestion['confidence'], string> = {
  high: 'Very likely',
  medium: 'Likely',
  low: 'Possible',
}

type SuggestionsProps = {
  suggestions: readonly Suggestion[]
  people: readonly Person[]
  isBusy: boolean
  onMerge: (pairs: OwnerPair[]) => void
  onAdjust: (owner: string) => void
}

function Suggestions({ suggestions, people, isBusy, onMerge, onAdjust }: SuggestionsProps) {
  const likely = suggestions.filter(({ confidence }) => confidence !== 'low')
  return (
    <Stack as="section" gap={3} aria-label="Suggestions">
      <Row isSpread gap={3}>
        <h4>{formatCount(suggestions.length, 'suggestion')}</h4>
        {likely.length < 2 ? null : (
          <ConfirmButton
            question={`Merge all ${likely.length} likely pairs?`}
            consequence="The seasons, games, and records of each pair become one person's. You can undo each merge."
            confirmLabel="Merge all"
            disabled={isBusy}
            onConfirm={() => onMerge(likely.map(toPair))}
          >
            Merge all {likely.length} likely pairs
          </ConfirmButton>
        )}
      </Row>
      <Stack as="ul" gap={0} isDivided>
        {suggestions.map((suggestion) => (
          <Grid
            as="li"
            min={280}
            key={`${suggestion.owner} ${suggestion.into}`}
            style={{ padding: '12px 0' }}
          >
            <Pair suggestion={suggestion} people={people} />
            <div>
              <span className={ui.alert} data-tone={suggestion.confidence === 'low' ? 'warn' : 'good'}>
                {CONFIDENCE_LABELS[suggestion.confidence]}
              </span>
              <ul className={ui.note}>
                {suggestion.reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </div>
            <Row wraps>
              <Button
                variant="strong"
                disabled={isBusy}
                aria-label={`Same person: ${suggestion.owner} and ${suggestion.into}`}
                onClick={() => onMerge([toPair(suggestion)])}
              >
                Same person
              </Button>
              <Button
                variant="quiet"
                aria-label={`Choose somebody else for ${suggestion.owner}`}
                onClick={() => onAdjust(suggestion.owner)}
              >
                Somebody else
              </Button>
            </Row>
          </Grid>
        ))}
      </Stack>
    </Stack>
  )
}

/** The account with the older seasons comes first, whichever one is kept. */
function Pair({ suggestion, people }: { suggestion: Suggestion; people: readonly Person[] }) {
  const pair = [suggestion.owner, suggestion.into]
    .flatMap((name) => people.find(({ owner }) => owner === name) ?? [])
    .sort((a, b) => firstSeasonOf(a) - firstSeasonOf(b))
  return pair.map((person, index) => (
    <Row key={person.owner}>
      {index === 0 ? null : <Link2 size={18} aria-hidden="true" />}
      <PersonCell person={person} />
    </Row>
  ))
}

function firstSeasonOf({ accounts }: Person): number {
  return accounts[0]?.seasons[0] ?? 0
}

function toPair({ owner, into }: OwnerPair): OwnerPair {
  return { owner, into }
}

type Account = Person['accounts'][number]

type PersonCellProps = {
  person: Person
  actionsOf?: (account: Account) => ReactNode
}

function PersonCell({ person: { owner, picture, logo, color, accounts }, actionsOf }: PersonCellProps) {
  return (
    <Row gap={3} align="start" style={{ flex: 1 }}>
      <Avatar name={owner} src={picture ?? logo} size="m" color={color} />
      <Fill>
        <strong className={ui.breakable}>{owner}</strong>
        <Stack as="ul" gap={1}>
          {accounts.map((account) => (
            <Row as="li" key={`${account.name} ${account.seasons[0]}`}>
              <Fill>
                <p>
                  <PlatformMark provider={account.provider} />{' '}
                  <span>{formatSeasonRanges(account.seasons)}</span>
                </p>
                <p className={`${ui.note} ${ui.breakable}`}>{describeAccount(account, owner)}</p>
              </Fill>
              {actionsOf?.(account)}
            </Row>
          ))}
        </Stack>
      </Fill>
    </Row>
  )
}

function describeAccount({ name, team, co_owners: coOwners }: Account, owner: string): string {
  const alias = name === owner ? '' : `${name}, `
  return `${alias}${team}${coOwners.length === 0 ? '' : ` with ${coOwners.join(', ')}`}`
}

type MatchedProps = {
  people: readonly Person[]
  merges: MergesResponse['merges']
  isBusy: boolean
  onUndo: (id: number) => void
}

function MatchedPeople({ people, merges, isBusy, onUndo }: MatchedProps) {
  const matched = people.filter(({ accounts }) => accounts.length > 1)
  const shown = new Set(matched.flatMap(({ accounts }) => accounts.map(({ merge_id: id }) => id)))
  // An account without a stored season belongs to nobody, but its merge can still be undone.
  const others = merges.filter(({ id }) => !shown.has(id))
  if (matched.length + others.length === 0) return null
  const undo = (id: number, alias: string, owner: string) => (
    <ConfirmButton
      label={`Undo merge of ${alias}`}
      question={`Undo the merge of ${alias}?`}
      consequence={`${alias} and ${owner} will be separate owners again.`}
      confirmLabel="Undo merge"
      disabled={isBusy}
      onConfirm={() => onUndo(id)}
    >
      Undo
    </ConfirmButton>
  )
  return (
    <Stack as="section" gap={3} aria-label="Merged owners">
      <h4>{formatCount(matched.length, 'person', 'people')} with several accounts</h4>
      <Grid as="ul" min={340} gap={0}>
        {matched.map((person) => (
          <li key={person.owner} className={ui.listItem}>
            <PersonCell
              person={person}
              actionsOf={({ merge_id: id, name }) => (id === null ? null : undo(id, name, person.owner))}
            />
          </li>
        ))}
        {others.map(({ id, owner, alias }) => (
          <Row as="li" key={id} isSpread gap={3} className={ui.listItem}>
            <span className={ui.breakable}>
              {alias} is merged into {owner}.
            </span>
            {undo(id, alias, owner)}
          </Row>
        ))}
      </Grid>
    </Stack>
  )
}

type UnmatchedProps = { people: readonly Person[]; onMatch: (owner: string) => void }

/** People with one account, side by side by platform. Those who played last come first. */
function UnmatchedPeople({ people, onMatch }: UnmatchedProps) {
  const platforms = [...new Set(people.map(platformOf))].map((provider) => ({
    provider,
    members: people
      .filter((person) => platformOf(person) === provider)
      .sort((a, b) => lastSeasonOf(b) - lastSeasonOf(a)),
  }))
  return (
    <Stack as="section" gap={3} aria-label="Without a match">
      <h4>{formatCount(people.length, 'owner')} without a match</h4>
      <Grid min={340}>
        {platforms.map(({ provider, members }) => (
          <Stack key={provider} gap={2}>
            <p className={ui.muted}>
              <PlatformMark provider={provider} /> {formatCount(members.length, 'owner')}
            </p>
            <ul>
              {members.map((person) => (
                <Row as="li" key={person.owner} isSpread gap={3} className={ui.listItem}>
                  <PersonCell person={person} />
                  <Button aria-label={`Match ${person.owner}`} onClick={() => onMatch(person.owner)}>
                    Match
                  </Button>
                </Row>
              ))}
            </ul>
          </Stack>
        ))}
      </Grid>
    </Stack>
  )
}

function platformOf({ accounts }: Person) {
  return accounts.at(-1)?.provider ?? null
}

function lastSeasonOf({ accounts }: Person): number {
  return accounts.at(-1)?.seasons.at(-1) ?? 0
}

export type MergesResponse = ApiResponse<'GET /api/league/:league/history/merges/'>
export type Person = MergesResponse['people'][number]
export type Suggestion = MergesResponse['suggestions'][number]
type OwnerPair = ApiRequest<'POST /api/league/:league/history/merges/'>['body']

const mergesQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/history/merges/', ['history', 'merges'], { league })

/** Merges all of the pairs or none. Afterwards the list is read again, because it may be outdated. */
const useMergeOwners = (league: string) =>
  useChange(
    (merges: readonly OwnerPair[]) => {
      const [first] = merges
      return first !== undefined && merges.length === 1
        ? apiClient('POST /api/league/:league/history/merges/', { params: { league }, body: first })
        : apiClient('POST /api/league/:league/history/merges/all/', {
            params: { league },
            body: { merges: [...merges] },
          })
    },
    { onSettled: [leagueQueryKey(league)] },
  )

const useUndoMerge = (league: string) =>
  useSend('DELETE /api/league/:league/history/merges/:id/', (id: number) => ({ params: { league, id } }), {
    onSettled: [leagueQueryKey(league)],
  })
