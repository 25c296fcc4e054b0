import { field, isObject, listField, type JsonObject } from '../json.ts';

/** The blocks with a `block_id` on each and an `action_id` on each element that can be used, as the service fills them in. */
export function completeBlocks(blocks: readonly unknown[]): unknown[] {
  const taken = new Set(blocks.map((block) => field(block, 'block_id')));
  return blocks.map((block, index) => {
    if (!isObject(block)) return block;
    let blockId = block['block_id'];
    if (typeof blockId !== 'string') {
      blockId = `b${index}`;
      while (taken.has(blockId)) blockId = `${String(blockId)}_`;
      taken.add(blockId);
    }
    return { ...withActionIds(block), block_id: blockId };
  });
}

/** The same for the blocks inside attachments. */
export function completeAttachments(attachments: readonly unknown[]): unknown[] {
  return attachments.map((attachment, index) => {
    if (!isObject(attachment)) return attachment;
    const blocks = listField(attachment, 'blocks');
    return { id: index + 1, ...attachment, ...(blocks.length > 0 && { blocks: completeBlocks(blocks) }) };
  });
}

function withActionIds(block: JsonObject): JsonObject {
  const { accessory, element, elements } = block;
  return {
    ...block,
    ...(isObject(accessory) && { accessory: withActionId(accessory, 0) }),
    ...(isObject(element) && { element: withActionId(element, 0) }),
    ...(block['type'] === 'actions' && Array.isArray(elements) && { elements: elements.map(withActionId) }),
  };
}

function withActionId(element: unknown, index: number): unknown {
  if (!isObject(element) || element['type'] === 'image' || typeof element['action_id'] === 'string')
    return element;
  return { ...element, action_id: `a${index}` };
}
