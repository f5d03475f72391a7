import { expect, it } from 'vitest'
import { leagueFileSchema } from './league-file.ts'

it('has a JSON Schema in the documentation, which npm run vitest -- -u writes', async () => {
  const text = `${JSON.stringify(leagueFileSchema(), null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../../../../docs/league-file.schema.json')
})
