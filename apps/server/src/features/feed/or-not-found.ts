import { ApiError } from '../../http/api-error.ts'

/** What there is; throws `item_not_found` for what is gone. */
export function orNotFound<Item>(item: Item | null): Item {
  if (item === null) throw new ApiError('item_not_found')
  return item
}
