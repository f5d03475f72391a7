import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { PlatformMark } from '../../../ui/display/platform-mark.tsx'
import { formatSeasonRanges } from '../../../ui/format/season-ranges.ts'
import { Fill, Row, Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import type { Person } from './use-owner-merges.ts'

type Account = Person['accounts'][number]

type Props = {
  person: Person
  actionsOf?: (account: Account) => ReactNode
}

export function PersonCell({ person: { owner, picture, logo, color, accounts }, actionsOf }: Props) {
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
