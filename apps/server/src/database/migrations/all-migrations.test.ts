import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createEmptyDatabase } from '../../testing/test-database.ts'
import { connect } from '../engine/database.ts'
import { versionTriggers } from '../schema/version-triggers.ts'
import { migrations } from './all-migrations.ts'

it('names the newest migration by the statements that create the schema and the triggers', async () => {
  const statements: string[] = []
  const { address, drop } = await createEmptyDatabase('sqlite')
  const db = connect(address, ({ sql }) => statements.push(sql))
  await db.transaction().execute(async (transaction) => {
    for (const migration of Object.values(migrations)) await migration.up(transaction)
  })
  await db.destroy()
  await drop()
  const text = [...statements, ...versionTriggers('sqlite'), ...versionTriggers('postgres')].join(';')
  const hash = createHash('sha256').update(text.replace(/\s+/g, ' ')).digest('hex').slice(0, 8)
  expect(
    Object.keys(migrations).at(-1),
    `The statements have changed. Let the name of the newest migration end with ${hash} if it is not released yet, or add a migration with such a name.`,
  ).toMatch(new RegExp(`-${hash}$`))
})
