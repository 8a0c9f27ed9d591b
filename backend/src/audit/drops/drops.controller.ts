import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EndedDrop, EventProof } from '@supreme-access/contract/shapes/drops.js';
import { Open } from '../../auth/guard.js';
import { Limited } from '../../auth/limited.js';
import { productIdOf } from '../../catalogue/products/product-queries.js';
import { Answers, Refuses } from '../../http/answers.js';
import { READS } from '../seals/seals.controller.js';
import { DropProofs } from './drop-proofs.js';

@ApiTags('drops')
@Open()
@Controller('api/drops')
export class DropsController {
  constructor(private readonly drops: DropProofs) {}

  /** What is published of a drop after its end: sums that name nobody, and the seal that counts them. */
  @Get(':id')
  @Limited(READS)
  @Header('cache-control', 'public, max-age=10')
  @Answers(EndedDrop)
  @Refuses('not-found', 'unavailable:proof-not-ready')
  page(@Param('id') id: string): Promise<EndedDrop> {
    return this.drops.page(productIdOf(id));
  }

  /** Proves these sums without login (docs/log-format.md, section 8). */
  @Get(':id/proof')
  @Limited(READS)
  @Header('cache-control', 'no-store')
  @Header('access-control-allow-origin', '*')
  @Answers(EventProof)
  @Refuses('not-found', 'not-found:not-sealed', 'conflict:log-changed', 'unavailable:proof-not-ready')
  proof(@Param('id') id: string): Promise<EventProof> {
    return this.drops.proof(productIdOf(id));
  }
}
