import { ApiError } from '../../../http/errors/api-error.ts'

/** Returns the item; throws `item_not_found` when it is null. */
export function orNotFound<Item>(item: Item | null): Item {
  if (item === null) throw new ApiError('item_not_found')
  return item
}
