// SPDX-License-Identifier: Apache-2.0
// Matrix products by Eigen as a level's.
#pragma once

#include "../level/functions.hpp"

namespace wellformed::backend {

extern product_functions<float> const eigen_products_of_float;
extern product_functions<double> const eigen_products_of_double;

}  // namespace wellformed::backend
