import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { platformName } from '../../../ui/display/platform-mark.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { MutationNotice } from '../../../ui/feedback/notice.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { formatSeasonRanges } from '../../../ui/format/season-ranges.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { toOption } from '../../../ui/forms/option-search.ts'
import { Grid, Row } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { MatchedPeople, type platformOf, UnmatchedPeople } from './people-lists.tsx'
import { Suggestions } from './suggestions.tsx'
import {
  mergesQuery,
  type OwnerMerges as OwnerMergesResponse,
  type OwnerPair,
  type Person,
  useMergeOwners,
  useUndoMerge,
} from './use-owner-merges.ts'

const NO_PAIR: OwnerPair = { owner: '', into: '' }

/** Which owners are the same person on all platforms of a league: suggestions, merges, and matching by hand. */
export function OwnerMerges({ league }: { league: string }) {
  const query = useQuery(mergesQuery(league))
  return (
    <Loaded query={query} name="the owners" rows={5} height={56}>
      {(response) => <People league={league} response={response} />}
    </Loaded>
  )
}

function People({ league, response }: { league: string; response: OwnerMergesResponse }) {
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

  function matchByHand(chosen: OwnerPair) {
    setPair(chosen)
    form.current?.scrollIntoView({ block: 'center' })
    mergeInto.current?.focus()
  }

  return (
    <div className={ui.stack16}>
      <div ref={outcome} tabIndex={-1} className={ui.stack12}>
        <p className={ui.note}>{summarize(people, platforms)}</p>
        <MutationNotice mutation={merge.isIdle ? undo : merge} fallback="Failed to save." />
      </div>
      {suggestions.length === 0 ? null : (
        <Suggestions
          suggestions={suggestions}
          people={people}
          isBusy={isBusy}
          onMerge={handleMerge}
          onAdjust={({ owner }) => matchByHand({ owner, into: '' })}
        />
      )}
      <MatchedPeople people={people} merges={merges} isBusy={isBusy} onUndo={handleUndo} />
      {platforms.size < 2 || unmatched.length === 0 ? null : (
        <UnmatchedPeople people={unmatched} onMatch={(owner) => matchByHand({ owner, into: '' })} />
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
    </div>
  )
}

function summarize(people: readonly Person[], platforms: ReadonlySet<ReturnType<typeof platformOf>>): string {
  const names = [...platforms].map(platformName)
  if (names.length < 2)
    return 'When somebody has played with several accounts, merge them, and all of History counts them as one person.'
  const spanning = people.filter(
    ({ accounts }) => new Set(accounts.map(({ provider }) => provider)).size > 1,
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

/** Merges any two owners. */
function MatchForm({ ref, mergeIntoRef, people, pair, isBusy, onChange, onSubmit }: MatchFormProps) {
  const canSend = pair.owner !== '' && pair.into !== '' && !isBusy
  const options = people.map((person) => toOption(person.owner, describe(person)))

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (canSend) onSubmit()
  }

  return (
    <form ref={ref} className={ui.stack16} onSubmit={handleSubmit} aria-label="Merge owners">
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
    </form>
  )
}

function describe({ accounts }: Person): string {
  return accounts
    .map(({ provider, seasons }) => `${platformName(provider)} ${formatSeasonRanges(seasons)}`)
    .join(', ')
}
