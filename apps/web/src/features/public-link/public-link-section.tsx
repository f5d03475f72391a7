import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { leagueQuery, useSend } from '../../api/operations.ts'
import { AddressCheck, NewLink, useLinkBase } from '../../ui/feedback/address-check.tsx'
import { Loaded, MutationNotice } from '../../ui/feedback/feedback.tsx'
import { formatDay } from '../../ui/format/date-time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { RadioGroup } from '../../ui/forms/field.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'

const NAMES = [
  { value: 'teams', label: 'Team names only' },
  { value: 'owners', label: 'Owners too' },
] as const

export function PublicLinkSection({ league }: { league: string }) {
  const base = useLinkBase()
  const stored = leagueQuery('GET /api/league/:league/public-link/', ['public-link'], { league })
  const query = useQuery(stored)
  const withOwners = (shows_owners: boolean) => ({ params: { league }, body: { shows_owners } })
  const create = useSend('POST /api/league/:league/public-link/', withOwners, {
    onSuccess: [stored.queryKey],
  })
  // Also after an error: another admin may have turned it off.
  const effects = { onSettled: [stored.queryKey] }
  const save = useSend('POST /api/league/:league/public-link/settings/', withOwners, effects)
  const revoke = useSend(
    'POST /api/league/:league/public-link/revoke/',
    () => ({ params: { league } }),
    effects,
  )
  const [names, setNames] = useState<'teams' | 'owners'>('teams')
  const heading = useRef<HTMLHeadingElement>(null)
  const isBusy = create.isPending || save.isPending || revoke.isPending

  return (
    <Stack as="section" gap={3} aria-labelledby="public-link">
      <h3 id="public-link" ref={heading} tabIndex={-1}>
        Public link
      </h3>
      <p className={ui.note}>
        Anybody with the address sees standings, scoreboard, history and their pictures, without an account.
        They never see posts, the Betslip, rosters, members or Admin Tools, and search engines don't list the
        page.
      </p>
      <Loaded query={query} name="the public link" rows={1} height={56}>
        {({ link }) => (
          <Stack gap={3}>
            <RadioGroup
              label="What outsiders see of people"
              options={NAMES}
              value={link === null ? names : link.shows_owners ? 'owners' : 'teams'}
              onChange={(value) => {
                setNames(value)
                if (link !== null) save.mutate(value === 'owners')
              }}
            />
            <MutationNotice mutation={save} fallback="Failed" />
            <AddressCheck />
            {link === null ? (
              <div>
                <Button
                  variant="strong"
                  disabled={isBusy}
                  onClick={() => {
                    revoke.reset()
                    create.mutate(names === 'owners')
                  }}
                >
                  Turn on public link
                </Button>
              </div>
            ) : (
              <>
                {create.data === undefined ? null : (
                  <NewLink noun="address" url={new URL(create.data.path, base).href} title={league} />
                )}
                <p className={ui.note}>
                  On since {formatDay(new Date(link.created_at))}
                  {link.created_by === null ? '' : ` by ${link.created_by}`}. The address is shown only when
                  it is created.
                </p>
                <Row wraps>
                  <ConfirmButton
                    label="New address"
                    question="Create a new address?"
                    consequence="The current address stops working immediately."
                    confirmLabel="Create"
                    disabled={isBusy}
                    onConfirm={() => create.mutate(link.shows_owners)}
                  >
                    New address
                  </ConfirmButton>
                  <ConfirmButton
                    label="Turn off public link"
                    question="Turn off the public link?"
                    consequence="Its address stops working immediately."
                    confirmLabel="Turn off"
                    disabled={isBusy}
                    onConfirm={() => {
                      create.reset()
                      save.reset()
                      revoke.mutate(undefined, { onSuccess: () => heading.current?.focus() })
                    }}
                  />
                </Row>
              </>
            )}
            {create.isError ? <MutationNotice mutation={create} fallback="Failed" /> : null}
            <MutationNotice mutation={revoke} fallback="Failed" />
          </Stack>
        )}
      </Loaded>
    </Stack>
  )
}
